package dev.uncork.report.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.ExecutorUse;
import dev.uncork.sparkledger.ledger.JobUse;
import dev.uncork.sparkledger.ledger.SlotCharge;
import dev.uncork.sparkledger.ledger.SlotInterval;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRoot;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageUse;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import dev.uncork.sparkledger.price.SparkPrice;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.Map;

/** An application as JSON; docs/json.md says what each field means. */
public final class SparkJson {
  private static final int SCHEMA_VERSION = 1;
  private static final int MOST_CHARGES = 1_000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SparkJson() {}

  /** The document, with a line break at its end. */
  public static String text(SparkDiagnosis diagnosis) {
    return of(diagnosis).toPrettyString() + "\n";
  }

  private static ObjectNode of(SparkDiagnosis diagnosis) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("type", "spark-application");
    root.set("application", application(diagnosis.application()));
    root.set("verdict", finding(diagnosis.verdict(), diagnosis));
    ArrayNode others = root.putArray("others");
    diagnosis.others().forEach(other -> others.add(finding(other, diagnosis)));
    root.set("ledger", ledger(diagnosis.ledger()));
    ArrayNode stages = root.putArray("stages");
    diagnosis.ledger().stages().forEach(stage -> stages.add(stage(stage)));
    ArrayNode executors = root.putArray("executors");
    diagnosis.ledger().executors().forEach(executor -> executors.add(executor(executor)));
    ArrayNode jobs = root.putArray("jobs");
    diagnosis.ledger().jobs().forEach(job -> jobs.add(job(job)));
    root.set("price", price(diagnosis.price()));
    return root;
  }

  private static ObjectNode application(Application application) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", application.identity().id());
    node.put("attempt", application.identity().attempt().orElse(null));
    node.put("name", application.identity().name());
    node.put("sparkVersion", application.identity().sparkVersion());
    node.put("startMillis", application.span().startMillis());
    node.put("seconds", application.span().millis() / 1e3);
    node.put("complete", application.complete());
    return node;
  }

  private static ObjectNode finding(SparkFinding finding, SparkDiagnosis diagnosis) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("kind", finding.kind().label());
    node.put("text", SparkFindingWords.text(finding, diagnosis));
    node.put("site", finding.site().map(site -> site.name()).orElse(null));
    TimeGain gain = finding.gain();
    node.putObject("gain")
        .put("lowSeconds", gain.low())
        .put("seconds", gain.seconds())
        .put("highSeconds", gain.high())
        .put("share", gain.share());
    ArrayNode advice = node.putArray("advice");
    for (SparkAdvice each : finding.advice()) {
      ObjectNode one = advice.addObject().put("text", SparkAdviceWords.text(each));
      if (each instanceof SparkAdvice.Conf conf) {
        one.put("setting", conf.name()).put("now", conf.now()).put("value", conf.value());
      }
    }
    return node;
  }

  private static ObjectNode ledger(SlotLedger ledger) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("slots", ledger.slots());
    node.put("slotSeconds", ledger.slotSeconds());
    ArrayNode rows = node.putArray("rows");
    ledger
        .rows()
        .keySet()
        .forEach(
            row ->
                rows.addObject()
                    .put("kind", row.label())
                    .put("slotSeconds", ledger.seconds(row))
                    .put("share", ledger.share(row)));
    ArrayNode charges = node.putArray("charges");
    ledger.charges().stream().limit(MOST_CHARGES).forEach(each -> charges.add(charge(each)));
    ArrayNode intervals = node.putArray("intervals");
    for (SlotInterval interval : ledger.intervals()) {
      intervals
          .addObject()
          .put("fromSecond", interval.fromSecond())
          .put("toSecond", interval.toSecond())
          .set("slotSeconds", seconds(interval.slotSeconds()));
    }
    return node;
  }

  private static ObjectNode charge(SlotCharge charge) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("kind", charge.row().label()).put("slotSeconds", charge.slotSeconds());
    if (charge.root() instanceof SlotRoot.OfStage stage) {
      node.put("root", "stage").put("stage", stage.stage().id());
      node.put("attempt", stage.stage().attempt());
    } else if (charge.root() instanceof SlotRoot.OfDriver driver) {
      node.put("root", "driver");
      node.put("before", driver.after().map(site -> site.name()).orElse(null));
      node.put("after", driver.before().map(site -> site.name()).orElse(null));
    } else {
      node.put("root", "cluster");
    }
    return node;
  }

  private static ObjectNode seconds(Map<SlotRow, Double> rows) {
    ObjectNode node = MAPPER.createObjectNode();
    rows.forEach((row, seconds) -> node.put(row.label(), seconds));
    return node;
  }

  private static ObjectNode stage(StageUse use) {
    Stage stage = use.stage();
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", stage.key().id()).put("attempt", stage.key().attempt());
    node.put("name", stage.callSite().name());
    node.put("failure", stage.failure().orElse(null));
    node.put("seconds", stage.span().millis() / 1e3);
    node.put("tasks", use.tasks());
    node.put("medianSeconds", use.medianMillis() / 1e3);
    node.put("longestSeconds", use.longestMillis() / 1e3);
    node.put("rows", use.rows());
    node.put("lostSlotSeconds", use.lostSlotSeconds());
    node.set("slotSeconds", seconds(use.slotSeconds()));
    return node;
  }

  private static ObjectNode executor(ExecutorUse use) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", use.executor().id());
    node.put("host", use.executor().host());
    node.put("slots", use.executor().slots());
    node.put("seconds", use.executor().span().millis() / 1e3);
    node.put("tasks", use.tasks());
    node.put("busyShare", use.busyShare());
    node.put("removedBecause", use.executor().removedBecause().orElse(null));
    node.set("slotSeconds", seconds(use.slotSeconds()));
    return node;
  }

  private static ObjectNode job(JobUse use) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", use.job().id());
    node.put("name", use.job().callSite().name());
    node.put("seconds", use.job().span().millis() / 1e3);
    node.put("failure", use.job().failure().orElse(null));
    node.put("lostSlotSeconds", use.lostSlotSeconds());
    return node;
  }

  private static ObjectNode price(SparkPrice price) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("recordedSeconds", price.recorded());
    node.put("simulatedSeconds", price.simulated());
    node.put("criticalPathSeconds", price.criticalPath());
    node.put("unlimitedSeconds", price.unlimited());
    node.put("evenedSeconds", price.evened());
    node.put("withoutDriverSeconds", price.withoutDriver());
    ArrayNode curve = node.putArray("curve");
    for (ExecutorsPoint point : price.curve()) {
      curve
          .addObject()
          .put("times", point.times())
          .put("executors", point.executors())
          .put("slots", point.slots())
          .put("seconds", point.seconds())
          .put("slotHours", point.slotHours());
    }
    return node;
  }
}
