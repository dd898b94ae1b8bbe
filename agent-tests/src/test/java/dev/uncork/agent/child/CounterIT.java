package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Remedies {@code counter} and {@code counter-adder}: same results, and it says what was done. */
@DefaultTier
final class CounterIT {
  private static final String RESULT =
      "hits 400000\ntaken 225000\nbase 250000\nused 49999\nbroken 0";

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void countersBecomeAtomic(Jdk jdk) throws Exception {
    List<RecordedEvent> remedies = remedies(jdk, ",counter=%2A");
    assertThat(remedies)
        .anyMatch(event -> is(event, "Hits", "applied") && detail(event).contains("adds to hits"))
        .anyMatch(event -> is(event, "Seats", "applied"))
        .anyMatch(event -> is(event, "Seats", "undone") && detail(event).contains("locked one of"))
        .anyMatch(event -> is(event, "Base", "applied"))
        .anyMatch(event -> is(event, "Base", "undone") && detail(event).contains("Twice takes"))
        .noneMatch(event -> is(event, "Hits", "undone") && !detail(event).contains("ended"))
        .noneMatch(event -> is(event, "Bounded", "applied"));
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void countersAreSpreadWhereThatIsAskedFor(Jdk jdk) throws Exception {
    List<RecordedEvent> remedies = remedies(jdk, ",counter-adder=%2A,reserve=%2A");
    assertThat(remedies)
        .anyMatch(event -> is(event, "Hits", "applied"))
        .anyMatch(
            event ->
                is(event, "Seats", "refused") && detail(event).contains("needs its exact value"));
  }

  private List<RecordedEvent> remedies(Jdk jdk, String options) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed(options, CounterProgram.class);
    assertThat(jvm.finish(process, 0).trim()).isEqualTo(RESULT);
    String status = ChildJvm.status(jvm.session());
    assertThat(status).contains("counter: ").contains("rewritten").endsWith("stopped");
    return ChildJvm.events(jvm.session(), "uncork.Remedy").stream()
        .filter(event -> event.getString("remedy").equals("counter"))
        .toList();
  }

  private static boolean is(RecordedEvent event, String nested, String state) {
    return event.getString("target").endsWith("CounterProgram$" + nested)
        && event.getString("state").equals(state);
  }

  private static String detail(RecordedEvent event) {
    return event.getString("detail");
  }
}
