package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The installed model checker under {@code uncork run} with other parts than it had in 2006: each
 * part at least twice, with 1 and with 64 threads. {@code concurrent/stress combinations} runs all
 * 400.
 */
@DefaultTier
class CheckerPartsTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "1,  synchronized, synchronized, one-lock,     serial,   full",
    "64, atomic,       multi,        one-lock,     parallel, quiet",
    "1,  adder,        concurrent,   disk,         serial,   quiet",
    "64, striped,      striped,      disk,         parallel, full",
    "1,  atomic,       lock-free,    concurrent,   parallel, full",
    "64, synchronized, concurrent,   concurrent,   serial,   quiet",
    "1,  striped,      multi,        chunked,      parallel, quiet",
    "64, adder,        lock-free,    chunked,      serial,   full",
    "1,  synchronized, striped,      chunked-disk, parallel, quiet",
    "64, striped,      synchronized, chunked-disk, serial,   full"
  })
  void allStatesAreFoundWithTheseParts(
      int workers, String counter, String set, String queue, String endPhase, String log)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("run", "-q", "--"));
    command.add(Path.of(System.getProperty("uncork.home"), "workloads", "checker").toString());
    String parts =
        "--counter %s --set %s --queue %s --end-phase %s --log %s --states-in-memory 20"
            .formatted(counter, set, queue, endPhase, log);
    command.addAll(List.of((parts + " --model twophase --size 3 --workers " + workers).split(" ")));
    Uncork.Outcome outcome =
        Uncork.command(command.toArray(String[]::new))
            .with("JAVA_HOME", Jdk.of(17).home().toString())
            .in(scratch)
            .run();

    assertThat(outcome.exitCode()).as("%s%s", outcome.out(), outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("with " + workers + " workers: counter " + counter + ", set " + set + ", queue")
        .contains("OK: 288 distinct states (as known), 1146 generated");
  }
}
