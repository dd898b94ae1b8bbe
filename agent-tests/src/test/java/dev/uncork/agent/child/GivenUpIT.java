package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A class is taken back from remedy {@code reserve} when a compiler gives up one of its methods.
 */
@DefaultTier
final class GivenUpIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void classIsTakenBackWhileTheProgramRuns(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String[] fewNodes = {"-XX:MaxNodeLimit=1000", "-XX:NodeLimitFudgeFactor=50"};
    String printed = jvm.finish(start(jvm, GivenUpProgram.class, fewNodes), 0).trim();
    String status = ChildJvm.status(jvm.session());
    assumeFalse(status.contains("membarrier"), status);
    assertThat(printed)
        .isEqualTo(
            "reserved true\n"
                + "reserved later false\n"
                + "new one false\n"
                + "heir false\n"
                + "another class's true\n"
                + "sum "
                + GivenUpProgram.sum(new GivenUpProgram.Mixer(), new GivenUpProgram.Steady()));
    assertThat(status).contains("2 classes taken back").doesNotContain("not available");
    List<RecordedEvent> undone =
        ChildJvm.events(jvm.session(), "uncork.Remedy").stream()
            .filter(event -> event.getString("state").equals("undone"))
            .toList();
    String name = GivenUpProgram.class.getName();
    assertThat(undone)
        .extracting(event -> event.getString("target"))
        .containsExactlyInAnyOrder(name + "$Mixer", name + "$Heir");
    assertThat(undone)
        .allMatch(
            event ->
                event
                    .getString("detail")
                    .startsWith("a compiler gave up " + name + "$Mixer.mix (c2: out of nodes"));
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void missingCountersAreToldAndAllElseWorks(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String printed = jvm.finish(start(jvm, ReserveProgram.class, "-XX:-UsePerfData"), 0).trim();
    String status = ChildJvm.status(jvm.session());
    assumeFalse(status.contains("membarrier"), status);
    assertThat(printed).isEqualTo(ReserveIT.RESULT);
    assertThat(status)
        .contains(
            "bail-outs: not available: the JVM has no performance counters (-XX:-UsePerfData)")
        .contains("objects reserved");
  }

  private static Process start(ChildJvm jvm, Class<?> program, String... jvmOptions)
      throws Exception {
    String agent = "-javaagent:" + jvm.agentJar() + "=" + jvm.options(jvm.session());
    return jvm.start(
        Stream.concat(Stream.of(agent + ",reserve=%2A"), Stream.of(jvmOptions)).toList(), program);
  }
}
