package dev.uncork.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.recording.read.ReadOutcome;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.json.JsonReport;
import dev.uncork.report.text.TextReport;
import dev.uncork.report.words.FindingWords;
import dev.uncork.scaling.law.Interval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From real recordings to verdict, text and JSON. */
class ScenarioTest {
  private static final double SECONDS = 2.6;

  @TempDir Path dir;

  @Test
  void hotMonitor() throws IOException {
    JsonNode json =
        report(
            new ScenarioRecorder(4, 0.35, 8)
                .lock("com.acme.Counter", "monitor", 7, "com.acme.Counter.add(Counter.java:9)"),
            FindingKind.CONTENDED_LOCK);

    assertThat(json.at("/verdict/text").asText()).contains("Counter.add (Counter.java:9)");
    assertThat(json.at("/locks/0/name").asText()).isEqualTo("com.acme.Counter");
    assertThat(json.at("/locks/0/kind").asText()).isEqualTo("monitor");
    assertThat(json.at("/locks/0/instance").asInt()).isEqualTo(7);
    assertThat(json.at("/locks/0/site").asText()).isEqualTo("com.acme.Counter.add(Counter.java:9)");
    assertThat(json.at("/locks/0/holder").asText()).startsWith("worker-3 in com.acme.Counter.add");
    assertThat(json.at("/locks/0/blocked").asLong() % 1000).isZero();
    assertThat(json.at("/topLockGain/atMostShare").asDouble()).isPositive();
    assertThat(json.at("/cores/count").asInt()).isEqualTo(4);
    assertThat(json.at("/cores/busyShare").asDouble()).isBetween(0.3, 0.4);
  }

  @Test
  void hotJucLock() throws IOException {
    JsonNode json =
        report(
            new ScenarioRecorder(4, 0.35, 8)
                .lock(
                    "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                    "juc",
                    9,
                    "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
                    "com.acme.Cache.put(Cache.java:42)"),
            FindingKind.CONTENDED_LOCK);

    assertThat(json.at("/locks/0/name").asText()).isEqualTo("ReentrantLock in com.acme.Cache.put");
    assertThat(json.at("/locks/0/kind").asText()).isEqualTo("juc");
    assertThat(json.at("/locks/0/site").asText()).isEqualTo("com.acme.Cache.put(Cache.java:42)");
  }

  @Test
  void serialPhaseNamesTheBusyThreadsStack() throws IOException {
    JsonNode json = report(new ScenarioRecorder(8, 0.125, 1).spin(), FindingKind.SERIAL_PHASE);

    assertThat(json.at("/phases/0/thread").asText()).isEqualTo(Thread.currentThread().getName());
    assertThat(json.at("/verdict/text").asText()).contains("ScenarioRecorder.endPhase");
  }

  @Test
  void busyCores() throws IOException {
    JsonNode json = report(new ScenarioRecorder(4, 0.97, 4), FindingKind.HEALTHY);

    assertThat(json.at("/locks")).isEmpty();
  }

  @Test
  void garbageCollection() throws IOException {
    JsonNode json = report(new ScenarioRecorder(2, 0.9, 2).collect(), FindingKind.GC);

    assertThat(json.at("/process/explicitGcs").asInt()).isPositive();
  }

  @Test
  void nothingToDo() throws IOException {
    report(new ScenarioRecorder(4, 0.01, 1), FindingKind.IDLE);
  }

  @Test
  void noData() throws IOException {
    Path file = new ScenarioRecorder(0, 0, 0).record(dir.resolve("a.jfr"), 0);

    Diagnosis diagnosis = Diagnosis.of(RecordingReader.read(file).recording().orElseThrow());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.UNKNOWN);
    JsonNode json = validate(diagnosis);
    for (String figure :
        List.of(
            "/cores/busyShare",
            "/cores/sawtooth",
            "/cores/sawtoothPeriodSeconds",
            "/process/bytesWritten",
            "/process/bytesWrittenPerSecond",
            "/process/cpuNanos",
            "/process/systemShare",
            "/process/voluntarySwitches",
            "/process/maxThreads")) {
      assertThat(json.at(figure).isNull()).as(figure + " is unknown").isTrue();
    }
  }

  @Test
  void switchesThatTheAgentDoesNotCountAreNull() throws IOException {
    JsonNode json = report(new ScenarioRecorder(4, 0.97, 4), FindingKind.HEALTHY);

    assertThat(json.at("/process/voluntarySwitches").isNull()).isTrue();
    assertThat(json.at("/process/involuntarySwitches").isNull()).isTrue();
    assertThat(json.at("/process/bytesWritten").isIntegralNumber()).isTrue();
    assertThat(json.at("/process/maxThreads").asInt()).isEqualTo(4);
  }

  @Test
  void madeUpReportsFollowTheSchemaToo() throws IOException {
    validate(Diagnosis.of(MadeUp.hotLock()));
    validate(Diagnosis.of(MadeUp.serialEnd()));
    validate(Diagnosis.of(MadeUp.foreign()));
  }

  @Test
  void theLedgerIsInJson() throws IOException {
    JsonNode json = validate(MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock())));

    JsonNode ledger = json.at("/ledger");
    assertThat(ledger.at("/coreSeconds").asDouble()).isEqualTo(320);
    double sum = 0;
    for (JsonNode row : ledger.at("/rows")) {
      sum += row.at("/share").asDouble();
      assertThat(row.at("/cores")).hasSize(40);
    }
    assertThat(sum).isCloseTo(1, within(0.001));
    JsonNode pools = row(ledger, "pools").at("/roots/0");
    assertThat(pools.at("/kind").asText()).isEqualTo("pool-too-small");
    assertThat(pools.at("/location").asText()).isEqualTo("com.acme.Orders.load(Orders.java:88)");
    assertThat(pools.at("/causes/0/activity").asText()).isEqualTo("socket");
    assertThat(pools.at("/library/setting").asText()).isEqualTo("maximumPoolSize");
    assertThat(pools.at("/pool").isNull()).isTrue();
    assertThat(ledger.at("/phases/1/fromSecond").asDouble()).isEqualTo(14);
    assertThat(ledger.at("/phases/1/row").asText()).isEqualTo("few-threads");
    assertThat(
            validate(MadeUpLedger.with(Diagnosis.of(MadeUp.healthy()), Ledger.NONE))
                .at("/ledger")
                .isNull())
        .isTrue();
  }

  @Test
  void aLedgerOfAnySizeIsBounded() throws IOException {
    List<Root> roots = Collections.nCopies(50, MadeUpLedger.hikari(1));
    List<Double> day = Collections.nCopies(86_400, 4.0);
    Ledger large =
        new Ledger(
            4 * 86_400, List.of(new Ledger.Row(RowKind.POOLS, 4 * 86_400, roots, day)), 1, 0);

    JsonNode ledger =
        validate(MadeUpLedger.with(Diagnosis.of(MadeUp.healthy()), large)).at("/ledger");

    assertThat(ledger.at("/rows/0/roots")).hasSize(20);
    assertThat(ledger.at("/rows/0/rootsOmitted").asInt()).isEqualTo(30);
    assertThat(ledger.at("/rows/0/cores").size()).isBetween(1000, 2000);
    assertThat(ledger.at("/rows/0/cores").size() * ledger.at("/binSeconds").asDouble())
        .isCloseTo(86_400, within(100.0));
  }

  @Test
  void theSchemaKnowsAllKinds() throws IOException {
    JsonNode schema = new ObjectMapper().readTree(Path.of("../docs/report-schema.json").toFile());

    assertThat(schema.at("/$defs/findingKind/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(FindingKind.values()).map(FindingKind::label).toList());
    assertThat(schema.at("/$defs/rowKind/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Arrays.stream(RowKind.values()).map(RowKind::label).toList());
    assertThat(schema.at("/$defs/ledgerRoot/properties/causes/items/properties/activity/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Arrays.stream(Activity.values()).map(Activity::label).toList());
  }

  private static JsonNode row(JsonNode ledger, String kind) {
    for (JsonNode row : ledger.at("/rows")) {
      if (row.at("/kind").asText().equals(kind)) {
        return row;
      }
    }
    throw new AssertionError("no row " + kind);
  }

  @Test
  void thePriceOfTheFirstLockIsInTextAndJson() throws IOException {
    Diagnosis diagnosis = Diagnosis.of(MadeUp.hotLock());
    LockPrice price =
        new LockPrice(
            "tlc.tool.ModelChecker",
            List.of(
                new LockPrice.CoresGain(1.9, 2, new Interval(0.02, 0.05, 0.11)),
                new LockPrice.CoresGain(64, 64, new Interval(0.31, 0.57, 0.94))),
            true,
            List.of());
    StringBuilder text = new StringBuilder();
    new TextReport(TextReport.Options.plain()).render(diagnosis, Optional.of(price), text);
    assertThat(text.toString().replaceAll("\\s+", " "))
        .contains(
            "Priced removing this lock: +5 % (2 to 11) on this machine, +57 % (31 to 94) at 64"
                + " cores");
    JsonNode json = validate(diagnosis, Optional.of(price));
    assertThat(json.at("/price/lock").asText()).isEqualTo("tlc.tool.ModelChecker");
    assertThat(json.at("/price/gains/0/threads").asInt()).isEqualTo(2);
    assertThat(json.at("/price/gains/1/value").asDouble()).isEqualTo(0.57);

    LockPrice none = new LockPrice("a.B", List.of(), false, List.of(new Doubt.Unsteady(1, 2)));
    JsonNode without = validate(diagnosis, Optional.of(none));
    assertThat(without.at("/price/gains")).isEmpty();
    assertThat(without.at("/price/warnings/0").asText()).contains("not steady");
    assertThat(validate(diagnosis).at("/price").isNull()).isTrue();
  }

  private JsonNode report(ScenarioRecorder scenario, FindingKind expected) throws IOException {
    ReadOutcome outcome = RecordingReader.read(scenario.record(dir.resolve("a.jfr"), SECONDS));
    assertThat(outcome.problems()).isEmpty();
    Diagnosis diagnosis = Diagnosis.of(outcome.recording().orElseThrow());
    StringBuilder text = new StringBuilder();
    new TextReport(TextReport.Options.plain()).render(diagnosis, text);
    assertThat(diagnosis.verdict().kind()).as(text.toString()).isEqualTo(expected);
    JsonNode json = validate(diagnosis);
    assertThat(json.at("/verdict/kind").asText()).isEqualTo(expected.label());
    String flat = text.toString().replaceAll("\\s+", " ");
    assertThat(flat).contains(FindingWords.verdict(diagnosis.verdict()).replace("µ", "u"));
    return json;
  }

  private static JsonNode validate(Diagnosis diagnosis) throws IOException {
    return validate(diagnosis, Optional.empty());
  }

  private static JsonNode validate(Diagnosis diagnosis, Optional<LockPrice> price)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport.write(diagnosis, price, out);
    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    String schema = Files.readString(Path.of("../docs/report-schema.json"));
    Set<?> errors =
        com.networknt.schema.JsonSchemaFactory.getInstance(
                com.networknt.schema.SpecVersion.VersionFlag.V202012)
            .getSchema(schema)
            .validate(json);
    assertThat(errors).isEmpty();
    return json;
  }
}
