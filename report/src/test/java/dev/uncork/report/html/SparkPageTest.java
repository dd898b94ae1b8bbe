package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.report.spark.SparkHtml;
import dev.uncork.report.spark.SparkJson;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.log.ApplicationEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One application of hostile names, as page, as markup for Spark's UI, and as JSON. */
class SparkPageTest {
  private static SparkDiagnosis diagnosis() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"<b>x</b>\",\"App ID\":\"app-1\","
            + "\"Timestamp\":1700000000000}");
    events.accept(
        "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":1700000001000,\"Executor ID\":\"1\","
            + "\"Executor Info\":{\"Host\":\"h<i>\",\"Total Cores\":2}}");
    String stage =
        "{\"Stage ID\":0,\"Stage Attempt ID\":0,\"Stage Name\":\"count at <script>.java:1\","
            + "\"Number of Tasks\":2,\"RDD Info\":[],\"Parent IDs\":[],\"Details\":\"\","
            + "\"Submission Time\":1700000002000";
    events.accept(
        "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":0,\"Submission Time\":1700000002000,"
            + "\"Stage Infos\":["
            + stage
            + "}],\"Stage IDs\":[0],\"Properties\":{}}");
    events.accept("{\"Event\":\"SparkListenerStageSubmitted\",\"Stage Info\":" + stage + "}}");
    events.accept(task(0, 1700000004000L));
    events.accept(task(1, 1700000020000L));
    events.accept(
        "{\"Event\":\"SparkListenerStageCompleted\",\"Stage Info\":"
            + stage
            + ",\"Completion Time\":1700000020000}}");
    events.accept(
        "{\"Event\":\"SparkListenerJobEnd\",\"Job ID\":0,\"Completion Time\":1700000020000,"
            + "\"Job Result\":{\"Result\":\"JobSucceeded\"}}");
    events.accept("{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":1700000021000}");
    return SparkDiagnosis.of(events.application());
  }

  private static String task(int index, long end) {
    return "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":0,\"Stage Attempt ID\":0,"
        + "\"Task Type\":\"ResultTask\",\"Task End Reason\":{\"Reason\":\"Success\"},"
        + "\"Task Info\":{\"Task ID\":"
        + index
        + ",\"Index\":"
        + index
        + ",\"Attempt\":0,\"Launch Time\":1700000002000,\"Executor ID\":\"1\",\"Host\":\"h\","
        + "\"Locality\":\"PROCESS_LOCAL\",\"Speculative\":false,\"Getting Result Time\":0,"
        + "\"Finish Time\":"
        + end
        + ",\"Failed\":false,\"Killed\":false,\"Accumulables\":[]},"
        + "\"Task Metrics\":{\"Executor Run Time\":"
        + (end - 1700000002000L)
        + ",\"Executor CPU Time\":1000000}}";
  }

  @Test
  void thePageObeysItsOwnPolicyAndEscapesNames() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SparkPage.write(diagnosis(), List.of("cut <off>"), out);
    String page = out.toString(StandardCharsets.UTF_8);

    assertThat(page)
        .contains("default-src 'none'", "&lt;b&gt;x&lt;/b&gt;", "cut &lt;off&gt;")
        .contains("id=\"uncork-verdict\"", "id=\"uncork-lost-stages\"", "uncork-curve")
        .doesNotContain("<script", "style=\"", "<b>x", "../stages/");
  }

  @Test
  void inSparksUiStagesLeadToItsPages() {
    assertThat(SparkHtml.of(diagnosis(), true))
        .contains("href=\"../stages/stage/?id=0&amp;attempt=0\"");
  }

  @Test
  void rowsOfTheJsonAddUp() throws IOException {
    JsonNode json = new ObjectMapper().readTree(SparkJson.text(diagnosis()));

    double sum = 0;
    for (JsonNode row : json.path("ledger").path("rows")) {
      sum += row.path("slotSeconds").asDouble();
    }
    assertThat(sum).isCloseTo(json.path("ledger").path("slotSeconds").asDouble(), within(1e-6));
    assertThat(json.path("stages").path(0).path("longestSeconds").asDouble()).isEqualTo(18);
    assertThat(json.path("verdict").path("gain").path("share").isNumber()).isTrue();
  }
}
