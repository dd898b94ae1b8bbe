package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that ends long before the first interval has recordings of all its executors, or
 * its driver says of which it hasn't.
 */
@DefaultTier
class LastRecordingTest {
  /** Where an executor had no time: Spark's worker kills it ten seconds after it is told to end. */
  private static final Pattern NO_TIME =
      Pattern.compile(
          "Uncork: (?:the last recording of )?(executor) (\\d+) (?:said no goodbye"
              + "|is missing: \\w+: the (?:collector had no time|JVM ended before))");

  @TempDir private Path directory;

  @Test
  void executorsThatAreStoppedKeepWhatTheyRecorded() throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Path recordings = Files.createDirectory(directory.resolve("recordings"));
    Map<String, String> settings =
        Map.of(
            "spark.executor.memory", "512m",
            "spark.ui.enabled", "false",
            "spark.uncork.recordings", recordings.toString());
    Set<String> hadNoTime;
    try (SparkRun run = SparkRun.submit(home, List.of(), "local-cluster[2,1,512]", settings)) {
      run.await(line -> line.equals(SumJob.RESULT));
      SparkRun.awaitTrue(
          "both executors are profiled",
          () -> home.executorLogs().split(" is profiled", -1).length == 3);
      List<ProcessHandle> executors = run.executors();
      assertThat(run.end()).isZero();
      SparkRun.awaitTrue(
          "the executors have ended", () -> executors.stream().noneMatch(ProcessHandle::isAlive));
      hadNoTime =
          NO_TIME
              .matcher(run.output())
              .results()
              .map(said -> said.group(1) + "-" + said.group(2))
              .collect(Collectors.toSet());
    }
    Set<String> known = new TreeSet<>(hadNoTime);
    known.addAll(executorsOf(recordings));
    assertThat(known).as(home.executorLogs()).containsExactly("executor-0", "executor-1");
    if (hadNoTime.isEmpty()) {
      assertThat(home.executorLogs()).doesNotContain("WARN spark: Uncork");
    }
  }

  private static List<String> executorsOf(Path recordings) throws IOException {
    try (Stream<Path> files = Files.walk(recordings)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jfr"))
          .map(name -> name.replaceFirst("^uncork-(.*)-[^-]*\\.jfr$", "$1"))
          .collect(Collectors.toList());
    }
  }
}
