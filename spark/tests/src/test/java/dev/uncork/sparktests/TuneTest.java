package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.sparktests.job.TunedJob;
import dev.uncork.testsupport.DefaultTier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code uncork tune --spark} runs a real application again and again. */
@DefaultTier
class TuneTest {
  @TempDir private Path directory;
  private Path submit = Path.of("spark-submit");
  private Path job = Path.of("job.jar");

  private record Outcome(int exitCode, String out, String err) {}

  @BeforeEach
  void installSpark() throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    submit = home.submitScript();
    job = home.application();
  }

  private Outcome run(List<String> command) throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    process.getOutputStream().close();
    int exitCode = process.waitFor();
    return new Outcome(
        exitCode,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Outcome tune(String... options) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("uncork.home") + "/bin/uncork", "tune"));
    command.addAll(List.of("--spark", "--json=tuned.json", "--check=/^" + TunedJob.RESULT + "$/"));
    command.addAll(List.of("--progress=done ([0-9.]+) ops/s"));
    command.addAll(List.of("--try=spark.tuned.mode=slow,wrong,fast"));
    command.addAll(List.of(options));
    command.addAll(List.of("--", submit.toString(), "--master", "local[1]"));
    command.addAll(List.of("--conf", "spark.ui.enabled=false"));
    command.addAll(List.of("--class", TunedJob.class.getName(), job.toString()));
    return run(command);
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(directory.resolve("tuned.json").toFile());
  }

  @Test
  void whatIsProvenBecomesSettingsAndWhatIsWrongIsDropped() throws Exception {
    Outcome tuned = tune("--runs=12");
    assertThat(tuned.exitCode()).as(tuned.err()).isZero();
    assertThat(tuned.err())
        .contains("WRONG with spark.tuned.mode=wrong", "spark.tuned.mode=fast: kept")
        .contains("of the time of 8 tasks");
    assertThat(tuned.out())
        .containsPattern("(?m)^ +0 +as it was .* 1,?0\\d\\d|(?m)^ +0 +as it was .* 99\\d")
        .containsPattern("(?m)^ +1 +spark.tuned.mode=fast +.* (2.9|3.0)\\d +(2.9|3.0)\\d$")
        .contains("It stopped because the budget is used up")
        .contains("Spark settings  uncork-spark-defaults.conf");
    // Where the driver waits for its job is no lock.
    assertThat(directory.resolve("tuned.json")).content().doesNotContain("CompletionLatch");
    Path settings = directory.resolve("uncork-spark-defaults.conf");
    assertThat(settings)
        .content()
        .startsWith("# What uncork tune proved")
        .containsPattern(
            "(?m)^# [23]\\.\\d times as fast \\(.* 3 pairs of runs$\\nspark.tuned.mode  fast$")
        .doesNotContain("wrong");

    Outcome used =
        run(
            List.of(
                submit.toString(),
                "--properties-file",
                settings.toString(),
                "--master",
                "local[1]",
                "--class",
                TunedJob.class.getName(),
                job.toString()));
    assertThat(used.exitCode()).as(used.err()).isZero();
    assertThat(used.out()).contains("mode fast, master local[1]", TunedJob.RESULT);

    Outcome resumed = tune("--runs=14", "--resume");
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("resuming after");
    // What comes next is a matter of what was seen: now and then a lock is worth a reservation.
    assertThat(resumed.out())
        .containsPattern("(spark.master=local\\[2\\]|spark.uncork.locks=reserve): undecided");
    assertThat(json().at("/steps")).hasSize(1);
  }

  @Test
  void aStateFileOfAnotherVersionIsRefusedInOneLine() throws Exception {
    Path state = directory.resolve("uncork-tune.state.json");
    Files.writeString(state, "{\"format\": 99, \"events\": []}");
    Outcome refused = tune("--resume");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().lines().filter(line -> line.contains("state file")))
        .singleElement()
        .asString()
        .contains("another version of Uncork (format 99; expected", "--fresh");
  }
}
