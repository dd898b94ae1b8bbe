package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program's own operations per second, from JMX and from the two lines of API. */
@DefaultTier
class ProgressTest {
  /** Does 1,000 operations a second for five seconds and counts them, as the README says. */
  private static final String ORDERS =
      """
      import dev.uncork.progress.Progress;

      class Orders {
        static final Progress ORDERS = Progress.of("orders");

        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 50; i++) {
            ORDERS.add(100);
            Thread.sleep(100);
          }
        }
      }
      """;

  /** Prints what it has done, without being asked and never twice at the same pace. */
  private static final String PRINTING =
      """
      class Printing {
        public static void main(String[] args) throws Exception {
          long done = 0;
          for (int i = 1; i <= 25; i++) {
            Thread.sleep(150 + 37 * i % 100);
            done += 1000 + 331 * i % 500;
            System.err.print("busy\\rhandled: " + done + " orders, " + 4 * i + "%\\n");
            System.out.write(new byte[] {(byte) 0xff, 0, 13, 'x', (byte) (i % 2 * 10)});
          }
          System.out.print("no end of line");
          System.out.flush();
        }
      }
      """;

  /** Lives for three seconds and has MBeans. */
  private static final String MANAGED =
      """
      class Managed {
        public static void main(String[] args) throws Exception {
          java.lang.management.ManagementFactory.getPlatformMBeanServer();
          Thread.sleep(3_000);
        }
      }
      """;

  @TempDir Path scratch;

  @Test
  void twoLinesInTheProgramTellItsProgress() throws Exception {
    JsonNode progress = observe(ORDERS);
    assertThat(progress.path("source").asText()).isEqualTo("api");
    assertThat(operations(progress)).isNotEmpty().allMatch(count -> count % 100 == 0);
    assertThat(progress.path("meanRate").asDouble()).isPositive();
  }

  @Test
  void anAttributeOfAnMBeanTellsIt() throws Exception {
    JsonNode progress =
        observe(MANAGED, "--progress-jmx", "java.lang:type=ClassLoading/TotalLoadedClassCount");
    assertThat(progress.path("source").asText()).isEqualTo("jmx");
    assertThat(progress.path("points").path(0).path("operations").asLong()).isGreaterThan(100);
  }

  @Test
  void aCountInItsOutputIsFound() throws Exception {
    Uncork.Outcome outcome = run(PRINTING);
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("'handled: ~ orders' in its");
    JsonNode progress = progress();
    assertThat(progress.path("source").asText()).isEqualTo("output");
    assertThat(progress.path("label").asText()).isEqualTo("handled: … orders");
    List<Long> printed = new ArrayList<>();
    long done = 0;
    for (int i = 1; i <= 25; i++) {
      done += 1000 + 331 * i % 500;
      printed.add(done);
    }
    List<Long> read = operations(progress);
    assertThat(read).hasSizeGreaterThan(3).isSubsetOf(printed).isSorted();
    JsonNode points = progress.path("points");
    long millis =
        points.path(read.size() - 1).path("atMillis").asLong()
            - points.path(0).path("atMillis").asLong();
    assertThat(progress.path("meanRate").asDouble())
        .isCloseTo((read.get(read.size() - 1) - read.get(0)) * 1e3 / millis, withinPercentage(0.1));
    byte[] expected = new byte[25 * 5];
    for (int i = 1; i <= 25; i++) {
      byte[] part = {(byte) 0xff, 0, 13, 'x', (byte) (i % 2 * 10)};
      System.arraycopy(part, 0, expected, 5 * (i - 1), 5);
    }
    assertThat(outcome.outBytes())
        .startsWith(expected)
        .endsWith("no end of line".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void noneIsFoundWhereTheUserWantsNone() throws Exception {
    Uncork.Outcome outcome = run(PRINTING, "--no-progress");
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).endsWith("no end of line");
    assertThat(progress().isNull()).isTrue();
  }

  @Test
  void anMBeanThatIsNotThereIsMissed() throws Exception {
    Uncork.Outcome outcome = run(MANAGED, "--progress-jmx", "com.acme:type=Nothing/Count");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("--progress-jmx com.acme:type=Nothing/Count: no such MBean");
  }

  private JsonNode observe(String source, String... options) throws Exception {
    Uncork.Outcome outcome = run(source, options);
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    return progress();
  }

  private static List<Long> operations(JsonNode progress) {
    List<Long> counts = new ArrayList<>();
    progress.path("points").forEach(point -> counts.add(point.path("operations").asLong()));
    return counts;
  }

  private JsonNode progress() throws Exception {
    return new ObjectMapper().readTree(scratch.resolve("out.json").toFile()).path("progress");
  }

  private Uncork.Outcome run(String source, String... options) throws Exception {
    Path program = Files.writeString(scratch.resolve("Program.java"), source);
    List<String> command = new ArrayList<>(List.of("run", "--json", "out.json"));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "--",
            Jdk.of(17).java(),
            "-cp",
            Path.of(System.getProperty("uncork.home"), "lib", "uncork-concurrent.jar").toString(),
            program.toString()));
    return Uncork.command(command.toArray(String[]::new)).in(scratch).run();
  }
}
