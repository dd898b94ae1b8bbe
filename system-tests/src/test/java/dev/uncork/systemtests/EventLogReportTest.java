package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.Checkout;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user does with Spark's event logs and nothing else. */
@DefaultTier
class EventLogReportTest {
  private static final Path LOGS = Checkout.root().resolve("spark/ledger/src/test/resources/logs");

  @TempDir Path scratch;

  @FastTier
  @Test
  void anEventLogIsReportedAsARecordingIs() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command("report", LOGS.resolve("local-1795738721907.lzf").toString()).run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("everything");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void anEventLogBecomesAPageAndData() throws Exception {
    Path json = scratch.resolve("application.json");
    Path page = scratch.resolve("application.html");
    Uncork.Outcome outcome =
        Uncork.command(
                "report",
                LOGS.resolve("local-1795738721907.lzf").toString(),
                "--json",
                json.toString(),
                "--html",
                page.toString())
            .run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    JsonNode data = new ObjectMapper().readTree(json.toFile());
    assertThat(data.path("type").asText()).isEqualTo("spark-application");
    double rows = 0;
    for (JsonNode row : data.path("ledger").path("rows")) {
      rows += row.path("share").asDouble();
    }
    assertThat(rows).isCloseTo(1, within(1e-6));
    String verdict = data.path("verdict").path("text").asText();
    assertThat(outcome.out().replaceAll("\\s+", " ")).contains(verdict);
    assertThat(Files.readString(page))
        .contains(data.path("application").path("id").asText(), "Content-Security-Policy")
        .doesNotContain("<script");
  }

  @Test
  void aDirectoryOfLogsIsATableOfItsApplications() throws Exception {
    Uncork.Outcome outcome = Uncork.command("report", LOGS.toString()).run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("4 applications")
        .contains("slot-min")
        .contains("app-20261126235236-0000")
        .contains("local-1795738574687");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void whatIsWrongWithLogsIsSaid() throws Exception {
    byte[] whole = Files.readAllBytes(LOGS.resolve("local-1795738721907.lzf"));
    Path running = scratch.resolve("local-1.lzf.inprogress");
    Files.write(running, Arrays.copyOf(whole, whole.length * 9 / 10));
    Files.write(scratch.resolve("local-2.lzf.inprogress"), new byte[0]);

    Uncork.Outcome one = Uncork.command("report", running.toString()).run();
    assertThat(one.exitCode()).describedAs(one.err()).isZero();
    assertThat(one.err().lines())
        .singleElement()
        .asString()
        .contains("local-1.lzf.inprogress is incomplete")
        .contains("still runs or was killed");

    Uncork.Outcome all = Uncork.command("report", scratch.toString()).run();
    assertThat(all.exitCode()).describedAs(all.err()).isZero();
    assertThat(all.out()).contains("log: still running or killed");
    assertThat(all.err().lines()).singleElement().asString().contains("local-2.lzf.inprogress");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--flame=a", "--stacks=cpu", "--from=1h", "--csv=a"})
  void optionsOfRecordingsAreRefused(String option) throws Exception {
    Uncork.Outcome outcome = Uncork.command("report", option, LOGS.toString()).in(scratch).run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains("needs a recording");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void recordingsAndEventLogsAreNotMixed() throws Exception {
    Path other = Files.writeString(scratch.resolve("a.jfr"), "FLR");

    Uncork.Outcome outcome =
        Uncork.command(
                "report", LOGS.resolve("local-1795738721907.lzf").toString(), other.toString())
            .run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("a.jfr is no event log");
  }
}
