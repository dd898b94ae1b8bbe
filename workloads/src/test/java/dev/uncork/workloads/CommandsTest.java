package dev.uncork.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class CommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String commandLine) {
    CommandLine command =
        Workloads.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
    return command.execute(commandLine.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --model dining --size 4",
        "check --model peterson --workers 1",
        "check --model bakery --size 2 --queue disk",
        "check --model twophase --size 3 --set multi --stripes 1 --counter atomic --log quiet",
        "check --model sliding-window --size 4 --window 2 --capacity 2 --queue one-lock",
        "check --size 4 --counter striped --set lock-free --queue chunked --end-phase parallel",
        "check --size 5 --set striped --stripes 4096 --queue chunked-disk --states-in-memory 10",
        "synchmeth --threads 2 --seconds 0.1",
        "http --requests 200 --connections 4",
        "http --requests 200 --sessions fair --access-log fair --rate fair",
        "http --requests 200 --sessions concurrent --access-log concurrent --rate concurrent"
      })
  void workloadEndsWithOk(String commandLine) {
    assertThat(run(commandLine)).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains("\nOK: ");
    assertThat(err.toString()).isEmpty();
  }

  /** Its right outcome, for 1 to 64 threads, is {@code ModelCheckerTest}'s. */
  @DefaultTier
  @Test
  void everyCombinationOfPartsCanBeChosen() {
    int combinations = 0;
    for (String counter : List.of("synchronized", "atomic", "adder", "striped")) {
      for (String set : List.of("synchronized", "multi", "concurrent", "striped", "lock-free")) {
        for (String queue : List.of("one-lock", "disk", "concurrent", "chunked", "chunked-disk")) {
          for (String parts :
              List.of(
                  "serial --log full",
                  "serial --log quiet",
                  "parallel --log full",
                  "parallel --log quiet")) {
            String commandLine =
                "check --model peterson --counter %s --set %s --queue %s --end-phase %s"
                    .formatted(counter, set, queue, parts);
            assertThat(run(commandLine)).as("%s%n%s%s", commandLine, out, err).isZero();
            assertThat(out.toString())
                .contains("counter " + counter + ", set " + set + ", queue " + queue + ",");
            combinations++;
          }
        }
      }
    }
    assertThat(combinations).isEqualTo(400);
    assertThat(out.toString().lines().filter(line -> line.startsWith("OK: "))).hasSize(400);
  }

  @Test
  void everyCombinationOfPartsRunsInOneGo() {
    assertThat(run("check --model peterson --every-combination")).as("%s", err).isZero();
    assertThat(out.toString()).endsWith("400 of 400 combinations are right\n");
    assertThat(out.toString().lines().filter(line -> line.startsWith("OK: "))).hasSize(400);
  }

  @ParameterizedTest
  @CsvSource({
    "check --model chess,chess",
    "check --size 99,--size (philosophers) is 99",
    "check --model peterson --size 3,--size (processes) is 3",
    "check --workers 0,--workers is 0",
    "check --stripes 3,--stripes is 3",
    "check --set multi --stripes 0,--stripes is 0",
    "check --log-limit lots,'''lots'' is not a size'",
    "check --recover /nonexistent/file,/nonexistent/file",
    "check --metadir /dev/null/here,--metadir",
    "check --recover /tmp,needs --queue chunked-disk",
    "check --recover / --queue chunked-disk,holds no checkpoint",
    "check --every-combination --recover /,begins anew each time",
    "check --states-in-memory 0,--states-in-memory is 0",
    "check --frobnicate,--frobnicate",
    "synchmeth --threads 0,--threads is 0",
    "synchmeth --seconds -1,--seconds is -1",
    "http --seconds 1 --warm-up 2,--warm-up is 2",
    "http --connections 5000,--connections is 5000",
    "juggle,juggle"
  })
  void badOptionIsOneClearErrorAndExitCodeTwo(String commandLine, String message) {
    assertThat(run(commandLine)).isEqualTo(Workloads.BAD_INPUT);
    assertThat(err.toString()).contains(message).hasLineCount(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void checkpointOfAnEarlierRunIsNotOverwritten(@TempDir Path directory) throws Exception {
    Files.createDirectories(directory.resolve("frontier"));
    Files.writeString(directory.resolve("frontier/checkpoint"), "anything");
    assertThat(run("check --size 4 --queue chunked-disk --metadir " + directory))
        .isEqualTo(Workloads.BAD_INPUT);
    assertThat(err.toString()).contains("holds a checkpoint; go on from it by --recover");
  }

  @Test
  void metadirIsKeptWithTheLog(@TempDir Path directory) {
    assertThat(run("check --model peterson --metadir " + directory.resolve("new"))).isZero();
    assertThat(Files.exists(directory.resolve("new/states.log"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"locked,true", "fair,true", "concurrent,false"})
  void accessLogWithLockTellsOfIt(String kind, boolean locked) {
    assertThat(run("http --requests 100 --connections 2 --access-log " + kind)).isZero();
    assertThat(out.toString().contains("Access log's lock: ")).isEqualTo(locked);
  }

  @Test
  void warmUpIsLeftOut() {
    assertThat(run("http --requests 50 --connections 2 --seconds 60 --warm-up 60")).isZero();
    assertThat(out.toString())
        .contains("most 0 us")
        .contains("Access log's lock: 0.0 sections/s")
        .contains("OK: 50 requests answered, 50 counted, 50 logged");
  }

  @Test
  void commandWithoutSubcommandExplainsItself() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("check").contains("synchmeth").contains("http");
  }
}
