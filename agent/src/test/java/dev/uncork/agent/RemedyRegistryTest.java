package dev.uncork.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.RemedyName;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each remedy that users can ask the agent for is there, and is nobody else's. */
class RemedyRegistryTest {
  private final RemedySite site =
      new RemedySite(
          (Instrumentation)
              Proxy.newProxyInstance(
                  RemedyRegistryTest.class.getClassLoader(),
                  new Class<?>[] {Instrumentation.class},
                  (proxy, method, arguments) -> {
                    throw new AssertionError(method + " was called");
                  }),
          AgentOptions.forRun(Path.of("/session"), Path.of("/lib")),
          (name, reason) -> {},
          line -> {},
          reason -> {});

  @Test
  void eachRemedyOfTheAgentIsThereOnce() {
    List<AgentOption<String>> options = new ArrayList<>();
    RemedyRegistry.ofSession(site).forEach(kind -> options.addAll(kind.options()));
    Set<RemedyName> ofAgent = EnumSet.complementOf(EnumSet.of(RemedyName.NUMA));
    assertThat(options)
        .containsExactlyInAnyOrderElementsOf(ofAgent.stream().map(AgentOption::of).toList());
  }

  @Test
  void aRemedyAppliesWhereItsOptionIsGiven() {
    AgentOptions options =
        AgentOptions.forRun(Path.of("/session"), Path.of("/lib"))
            .with(AgentOption.COUNTER_ADDER, "com.acme.*");
    assertThat(RemedyRegistry.ofSession(site))
        .filteredOn(kind -> kind.appliesTo(options))
        .extracting(Remedy.Kind::name)
        .containsExactly("counter");
    assertThat(RemedyRegistry.alone(site)).noneMatch(kind -> kind.appliesTo(options));
  }

  @Test
  void makingARemedyChangesNothing() {
    assertThat(RemedyRegistry.ofSession(site)).allMatch(kind -> kind.make().get() != null);
  }
}
