package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
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
    assertThat(progress.path("meanRate").asDouble()).isBetween(1.0, 1_100.0);
  }

  @Test
  void anAttributeOfAnMBeanTellsIt() throws Exception {
    JsonNode progress =
        observe(MANAGED, "--progress-jmx", "java.lang:type=ClassLoading/TotalLoadedClassCount");
    assertThat(progress.path("source").asText()).isEqualTo("jmx");
    assertThat(progress.path("points").path(0).path("operations").asLong()).isGreaterThan(100);
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
