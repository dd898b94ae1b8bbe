package dev.uncork.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Cores;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Phase;
import dev.uncork.diagnosis.ProcessSummary;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.recording.Capability;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.report.next.NextStepWords;
import dev.uncork.report.next.Suggestion;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LimitWords;
import dev.uncork.report.words.PriceWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The report as JSON; {@code docs/report-schema.json} is its schema, {@code docs/json.md} its
 * manual.
 */
public final class JsonReport {
  /** Version of the schema; a new one may add fields, and says so in the changelog if it breaks. */
  public static final int SCHEMA_VERSION = 1;

  private static final int MAX_THREADS = 1000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonReport() {}

  /** Writes the report to a file. */
  public static void write(Diagnosis diagnosis, Optional<LockPrice> price, Path file)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(diagnosis, price, out);
    }
  }

  /** Writes the report in UTF-8; leaves the stream open. */
  public static void write(Diagnosis diagnosis, Optional<LockPrice> price, OutputStream out)
      throws IOException {
    JsonFactory factory = MAPPER.getFactory();
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      MAPPER.writeTree(json, tree(diagnosis, price));
      json.writeRaw('\n');
    }
  }

  private static ObjectNode tree(Diagnosis diagnosis, Optional<LockPrice> price) {
    Recording recording = diagnosis.recording();
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    ObjectNode verdict = root.putObject("verdict");
    verdict.put("kind", diagnosis.verdict().kind().label());
    verdict.put("text", FindingWords.verdict(diagnosis.verdict(), price));
    location(diagnosis.verdict(), verdict);
    text(verdict, "caller", diagnosis.caller().map(Frame::toString).orElse(""));
    recording(recording, root.putObject("recording"));
    cores(diagnosis.cores(), root.putObject("cores"));
    LedgerJson.add(diagnosis, root);
    CurveJson.add(diagnosis.curve(), root);
    new LockJson(root).add(diagnosis);
    price.ifPresentOrElse(p -> price(p, root.putObject("price")), () -> root.putNull("price"));
    findings(diagnosis.findings(), root.putArray("findings"));
    phases(diagnosis.phases(), root.putArray("phases"));
    process(diagnosis.process(), root.putObject("process"));
    progress(diagnosis, root);
    threads(recording.threads(), root);
    ArrayNode capabilities = root.putArray("capabilities");
    for (Capability capability : recording.capabilities()) {
      capabilities
          .addObject()
          .put("name", capability.name())
          .put("available", capability.available())
          .put("detail", capability.detail());
    }
    strings(root.putArray("limits"), diagnosis.limits().stream().map(LimitWords::text).toList());
    Suggestion next = NextStepWords.next(diagnosis, price);
    root.put("nextStep", next.line());
    text(root, "nextCommand", String.join(" ", next.command()));
    return root;
  }

  private static void recording(Recording recording, ObjectNode node) {
    CollectorInfo info = recording.collector();
    node.put("start", recording.start().toString());
    node.put("durationNanos", recording.durationNanos());
    node.put("byUncork", recording.byUncork());
    text(node, "uncorkVersion", info.uncorkVersion());
    text(node, "mode", info.mode());
    count(node, "pid", info.pid());
    text(node, "command", info.command());
    text(node, "jvm", info.jvm());
    node.put(
        "lockSource",
        switch (recording.lockSource()) {
          case UNCORK -> "uncork";
          case JFR_ABOVE_THRESHOLD -> "jfr-above-threshold";
          case NONE -> "none";
        });
    count(node, "jfrThresholdNanos", recording.jfrThresholdNanos());
    recording
        .collectorCost()
        .ifPresentOrElse(
            cost ->
                node.putObject("collectorCost")
                    .put("cpuNanos", cost.cpuNanos())
                    .put("maxNativeBytes", cost.maxNativeBytes()),
            () -> node.putNull("collectorCost"));
  }

  private static void cores(Cores cores, ObjectNode node) {
    boolean known = cores.known();
    boolean sawtooth = cores.sawtooth().present();
    count(node, "count", cores.count() == 0 ? -1 : cores.count());
    node.put("known", known);
    node.put("busyShare", known ? cores.busyShare() : null);
    node.put("machineBusyShare", known ? cores.machineBusyShare() : null);
    node.put("othersShare", known ? cores.othersShare() : null);
    node.put("sawtooth", known ? sawtooth : null);
    node.put("sawtoothPeriodSeconds", sawtooth ? cores.sawtooth().periodSeconds() : null);
    node.put("sawtoothSwingShare", sawtooth ? cores.sawtooth().swingShare() : null);
    node.put("tickSeconds", cores.timeline().isEmpty() ? null : cores.tickSeconds());
    shares(node.putArray("timeline"), cores.timeline());
    shares(node.putArray("perCpu"), cores.perCpu());
  }

  private static void price(LockPrice price, ObjectNode node) {
    node.put("lock", price.lock());
    node.put("remedy", "remove");
    ArrayNode gains = node.putArray("gains");
    for (LockPrice.CoresGain each : price.gains()) {
      gains
          .addObject()
          .put("cores", each.cores())
          .put("threads", each.threads())
          .put("low", each.gain().low())
          .put("value", each.gain().value())
          .put("high", each.gain().high());
    }
    node.put("handOffCalibrated", price.calibrated());
    strings(node.putArray("warnings"), PriceWords.doubts(price.doubts()));
  }

  private static void findings(List<Finding> findings, ArrayNode array) {
    for (Finding finding : findings) {
      ObjectNode node = array.addObject();
      node.put("kind", finding.kind().label());
      node.put("savedShareAtMost", finding.savedShareAtMost());
      double gain = finding.orMore() ? finding.gainAtLeast() : finding.gainAtMost();
      boolean known = !finding.orMore() && Double.isFinite(gain);
      boolean bound = finding.isBound();
      node.put("gainAtMost", known && bound ? (Double) gain : null);
      node.put("gainAbout", known && !bound ? (Double) gain : null);
      node.put("gainAtLeast", finding.orMore() ? (Double) gain : null);
      node.put("text", FindingWords.text(finding));
      location(finding, node);
      strings(node.putArray("evidence"), FindingWords.evidence(finding));
    }
  }

  private static void location(Finding finding, ObjectNode node) {
    text(node, "location", finding.location().map(Frame::toString).orElse(""));
  }

  private static void phases(List<Phase> phases, ArrayNode array) {
    for (Phase phase : phases) {
      ObjectNode node = array.addObject();
      node.put("kind", phase.kind().label());
      node.put("fromSecond", phase.fromSecond());
      node.put("toSecond", phase.toSecond());
      node.put("busyCores", phase.busyCores());
      text(node, "thread", phase.thread());
      strings(node.putArray("stack"), phase.stack().stream().map(Frame::toString).toList());
    }
  }

  private static void process(ProcessSummary process, ObjectNode node) {
    node.put("known", process.known());
    node.put("gcs", process.gcs());
    node.put("gcPauseShare", process.gcPauseShare());
    node.put("gcPauseNanos", process.gcPauseNanos());
    node.put("gcLongestPauseNanos", process.gcLongestPauseNanos());
    node.put("gcCpuShare", process.gcCpuShare());
    node.put("explicitGcs", process.explicitGcs());
    node.put("explicitGcPauseNanos", process.explicitGcPauseNanos());
    count(node, "bytesRead", process.bytesRead());
    count(node, "bytesWritten", process.bytesWritten());
    node.put("bytesWrittenPerSecond", process.bytesWritten() < 0 ? null : process.writeRate());
    boolean known = process.known();
    count(node, "cpuNanos", known ? process.cpuNanos() : -1);
    node.put("systemShare", known ? process.systemShare() : null);
    count(node, "voluntarySwitches", process.voluntarySwitches());
    count(node, "involuntarySwitches", process.involuntarySwitches());
    count(node, "maxResidentBytes", known ? process.maxResidentBytes() : -1);
    count(node, "maxThreads", known ? process.maxThreads() : -1);
    count(node, "throttledPeriods", known ? process.throttledPeriods() : -1);
    count(node, "throttledNanos", known ? process.throttledNanos() : -1);
  }

  private static void progress(Diagnosis diagnosis, ObjectNode root) {
    if (diagnosis.progress().isEmpty()) {
      root.putNull("progress");
      return;
    }
    var progress = diagnosis.progress().get();
    ObjectNode node = root.putObject("progress");
    node.put("meanRate", progress.meanRate());
    node.put("lastRate", progress.lastRate());
    node.put("maxRate", progress.maxRate());
    node.put("source", progress.source());
    node.put("label", progress.label());
    ArrayNode points = node.putArray("points");
    for (ProgressPoint point : progress.points()) {
      ObjectNode entry = points.addObject().put("atMillis", point.atMillis());
      count(entry, "operations", point.operations());
      entry.put("rate", point.rate());
    }
  }

  private static void threads(List<ThreadUse> threads, ObjectNode root) {
    ArrayNode array = root.putArray("threads");
    for (ThreadUse thread : threads.subList(0, Math.min(MAX_THREADS, threads.size()))) {
      ObjectNode node = array.addObject();
      node.put("osThreadId", thread.osThreadId());
      text(node, "name", thread.name());
      node.put("cpuNanos", thread.cpuNanos());
      count(node, "lastCpu", thread.lastCpu());
      node.put("cpuChanges", thread.cpuChanges());
    }
    root.put("threadsOmitted", Math.max(0, threads.size() - MAX_THREADS));
  }

  /** A figure of which negative values say that it is unknown. */
  private static void count(ObjectNode node, String name, long figure) {
    node.put(name, figure < 0 ? null : (Long) figure);
  }

  static void text(ObjectNode node, String name, String text) {
    if (text.isEmpty()) {
      node.putNull(name);
    } else {
      node.put(name, text);
    }
  }

  /** Four digits behind the point are more than any of these figures is worth. */
  static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }

  static void strings(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  private static void shares(ArrayNode array, List<Double> shares) {
    shares.forEach(share -> array.add(Math.round(share * 1000) / 1000.0));
  }
}
