package dev.uncork.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile as {@code go tool pprof} reads it. */
class PprofTest {
  @TempDir Path dir;

  @Test
  void contentionsAndDelayAddUpToTheExactCounts() throws Exception {
    Path file = written(Made.recording("com.acme.Cache", Made.PUT));

    assertThat(pprof("-top", "-sample_index=contentions", file.toString()))
        .contains("Type: contentions")
        .contains("Duration: 2s")
        .contains("Showing nodes accounting for 1234, 100% of 1234 total")
        .containsPattern("900 .*com\\.acme\\.Cache\\.put");
    assertThat(pprof("-top", "-unit=ns", "-sample_index=delay", file.toString()))
        .contains("of 7000000ns total");
    assertThat(pprof("-top", "-sample_index=samples", file.toString())).contains("of 3 total");
    assertThat(pprof("-top", "-sample_index=holding", file.toString())).contains("of 20 total");
  }

  @Test
  void linesAndLabelsAreThere() throws Exception {
    Path file = written(Made.recording("com.acme.Cache", Made.PUT));

    String raw = pprof("-raw", file.toString());
    assertThat(raw)
        .contains("com.acme.Cache.put Cache.java:42")
        .contains("lock:[com.acme.Cache]")
        .contains("thread:[worker-1]")
        .contains("delay/nanoseconds[dflt]");
  }

  @Test
  void aRecordingWithoutLocksShowsRunningThreads() throws Exception {
    Path file = written(Made.empty());

    assertThat(pprof("-raw", file.toString())).contains("samples/count[dflt]");
  }

  private Path written(dev.uncork.recording.Recording recording) throws IOException {
    Path file = dir.resolve("a.pb.gz");
    try (OutputStream out = Files.newOutputStream(file)) {
      Pprof.write(recording, StackProfile.of(recording), out);
    }
    return file;
  }

  private String pprof(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("go", "tool", "pprof"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PPROF_TMPDIR", dir.toString());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Assumptions.abort("go is not installed, whose pprof reads the profile: apt golang-go");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    Assumptions.assumeFalse(output.contains("no such tool"), "this go has no pprof: " + output);
    assertThat(process.exitValue()).describedAs(output).isZero();
    return output;
  }
}
