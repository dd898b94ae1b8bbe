package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import dev.uncork.testsupport.PrintedCompilations;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Demand of hot locks is measured in a running program, and its code is given back. */
@DefaultTier
final class DemandIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void visitsAndHoldTimesOfTheHotLocksAreMeasured(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String agent = "-javaagent:" + jvm.agentJar() + "=" + jvm.options(jvm.session()) + ",for=14";
    Process process =
        jvm.start(List.of("-Xverify:all", "-XX:+PrintCompilation", agent), DemandProgram.class);
    ChildJvm.await("the end", () -> ended(jvm));
    process.getOutputStream().close();
    String output = jvm.finish(process, 0);
    assertThat(output).contains("DemandProgram::");
    assertThat(PrintedCompilations.givenUp(output))
        .noneMatch(line -> line.contains("DemandProgram::"));
    // A status of one line: nothing to warn of, so all classes have their own code again.
    assertThat(ChildJvm.status(jvm.session())).isEqualTo("stopped");

    List<RecordedEvent> events = ChildJvm.events(jvm.session(), "uncork.LockDemand");
    RecordedEvent monitor = only(events, "java.lang.Class", "hold");
    RecordedEvent lock =
        only(events, "java.util.concurrent.locks.ReentrantLock$NonfairSync", "lock");
    double ratio = lock.getLong("acquisitions") / (double) monitor.getLong("acquisitions");
    assertThat(ratio).isCloseTo(2, within(0.2));
    assertThat(monitor.getDuration("medianHold").toNanos()).isBetween(99_000L, 200_000L);
    assertThat(lock.getDuration("medianHold").toNanos()).isBetween(49_000L, 100_000L);
    assertThat(monitor.getLong("samples")).isPositive();
    assertThat(monitor.getString("kind")).isEqualTo("monitor");
    assertThat(lock.getString("kind")).isEqualTo("juc");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void classesThatThreadsAreInLoopsOfStayAsTheyAre(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String agent = "-javaagent:" + jvm.agentJar() + "=" + jvm.options(jvm.session()) + ",for=9";
    Process process = jvm.start(List.of("-Xlog:redefine+class+load", agent), LoopingProgram.class);
    ChildJvm.await("the end", () -> ended(jvm));
    process.getOutputStream().close();
    assertThat(jvm.finish(process, 0)).doesNotContain("name=" + LoopingProgram.class.getName());
    assertThat(ChildJvm.status(jvm.session()))
        .contains("the demand of locks was not measured in " + LoopingProgram.class.getName())
        .contains("is in a loop of its method loop");
    assertThat(ChildJvm.events(jvm.session(), "uncork.LockDemand")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void aClassThatAThreadIsInALoopOfGetsItsCodeBackLater(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String agent = "-javaagent:" + jvm.agentJar() + "=" + jvm.options(jvm.session());
    Process process = jvm.start(List.of("-Xlog:redefine+class+load", agent), VisitedProgram.class);
    String changed = "name=" + VisitedProgram.Hot.class.getName() + ",";
    ChildJvm.await("the loop's end", () -> Files.readString(jvm.output()).contains("left"));
    assertThat(Files.readString(jvm.output())).containsOnlyOnce(changed);
    ChildJvm.await("its own code", () -> occursAgain(changed, Files.readString(jvm.output())));
    process.getOutputStream().close();
    jvm.finish(process, 0);
  }

  private static boolean occursAgain(String part, String text) {
    return text.indexOf(part) < text.lastIndexOf(part);
  }

  private static boolean ended(ChildJvm jvm) throws Exception {
    File[] sessions = jvm.session().toFile().listFiles(File::isDirectory);
    if (sessions == null || sessions.length == 0) {
      return false;
    }
    Path status = sessions[0].toPath().resolve("status");
    return Files.exists(status) && Files.readString(status).contains("stopped");
  }

  private static RecordedEvent only(List<RecordedEvent> events, String lockClass, String method) {
    List<RecordedEvent> found =
        events.stream()
            .filter(event -> lockClass.equals(event.getString("lockClass")))
            .filter(event -> event.getString("method").endsWith("." + method))
            .toList();
    assertThat(found).as(events.toString()).hasSize(1);
    return found.get(0);
  }
}
