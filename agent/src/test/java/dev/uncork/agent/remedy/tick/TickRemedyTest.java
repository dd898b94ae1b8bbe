package dev.uncork.agent.remedy.tick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.boot.tick.TickGates;
import dev.uncork.protocol.AgentMode;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the gates are closed, and that they are open afterwards. */
class TickRemedyTest {
  private final List<String> transformers = new ArrayList<>();

  private final Instrumentation instrumentation =
      (Instrumentation)
          Proxy.newProxyInstance(
              TickRemedyTest.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) -> {
                transformers.add(method.getName());
                return true;
              });

  @AfterEach
  void openGates() {
    TickGates.open();
  }

  private TickRemedy remedy(AgentMode mode) {
    AgentOptions options =
        AgentOptions.forRun(Path.of("/session"), Path.of("/lib"))
            .with(AgentOption.MODE, mode)
            .with(AgentOption.TICK, "com.acme.*");
    RemedySite site =
        new RemedySite(instrumentation, options, (name, reason) -> {}, line -> {}, reason -> {});
    return new TickRemedy(site, new LockHooks(site));
  }

  @Test
  void closesGatesUntilItIsUndoneAndMayBeUndoneTwice() {
    TickRemedy remedy = remedy(AgentMode.RUN);
    assertThat(TickGates.closed()).isFalse();
    assertThat(remedy.start()).isNull();
    assertThat(TickGates.closed()).isTrue();
    assertThat(remedy.undo("on request")).isNull();
    assertThat(TickGates.closed()).isFalse();
    assertThat(remedy.undo("the session ended")).isNull();
    assertThat(TickGates.closed()).isFalse();
    assertThat(transformers)
        .containsExactly("addTransformer", "removeTransformer", "removeTransformer");
    assertThat(remedy.summary()).startsWith("tick: 0 classes rewritten; ");
  }

  @Test
  void cannotStartLate() {
    assertThat(remedy(AgentMode.ATTACH).start()).contains("use uncork run");
    assertThat(TickGates.closed()).isFalse();
    assertThat(transformers).isEmpty();
  }
}
