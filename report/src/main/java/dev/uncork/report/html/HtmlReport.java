package dev.uncork.report.html;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.report.next.NextStepWords;
import dev.uncork.report.next.Suggestion;
import dev.uncork.report.words.Facts;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LimitWords;
import dev.uncork.report.words.PriceWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The report, or the comparison of two recordings, as one HTML file that works offline.
 *
 * <p>A page is smaller than {@link #MOST_BYTES} whatever was recorded: while it isn't, it is made
 * again with less {@link Detail}. What was left out is counted on the page.
 */
public final class HtmlReport {
  /** Two megabytes, less something for a web server's or mail program's wrapping. */
  static final int MOST_BYTES = 1_950_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HtmlReport() {}

  /**
   * Writes the report of one recording.
   *
   * @param pricing of its remedies
   */
  public static void write(Diagnosis diagnosis, Pricing pricing, Path file) throws IOException {
    // The detail doesn't change the forecast, which takes most of the time.
    Files.write(
        file,
        fitting("Uncork report", "report.html", detail -> report(diagnosis, pricing, detail)));
  }

  /** Writes the comparison of two recordings. */
  public static void write(Comparison comparison, Path file) throws IOException {
    Files.write(
        file,
        fitting(
            "Uncork comparison",
            "comparison.html",
            detail -> ComparisonData.of(comparison, detail)));
  }

  private static byte[] fitting(String title, String body, Function<Detail, ObjectNode> dataAt) {
    String skeleton = Assets.text(body);
    Detail detail = Detail.FULL;
    while (true) {
      byte[] page = Page.of(title, skeleton, dataAt.apply(detail));
      Detail less = detail.less();
      if (page.length <= MOST_BYTES || less.equals(detail)) {
        return page;
      }
      detail = less;
    }
  }

  private static ObjectNode report(Diagnosis diagnosis, Pricing pricing, Detail detail) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("page", "report");
    root.put("duration", diagnosis.recording().durationNanos() / 1e9);
    ArrayNode texts = root.putArray("strings");
    Strings strings = new Strings(texts, detail.textLength());
    strings.index("");
    Optional<LockPrice> price = pricing.ofTopLock();
    verdict(diagnosis, price, detail, root.putObject("verdict"));
    facts(diagnosis, detail, root.putArray("facts"));
    LedgerData.add(diagnosis, detail, strings, root.putObject("ledger"));
    LedgerStacksData.add(diagnosis, detail, strings, root.putObject("ledgerStacks"));
    CurveData.add(diagnosis, root.putObject("curve"));
    CoresData.add(diagnosis, detail, root.putObject("cores"));
    new LocksData(diagnosis, detail, strings).add(root.putObject("locks"));
    ThreadsData.add(diagnosis.recording(), detail, strings, root.putObject("threads"));
    ProcessData.add(diagnosis, detail, strings, root);
    ForecastData.add(pricing, strings, root.putObject("forecast"));
    return root;
  }

  static void verdict(
      Diagnosis diagnosis, Optional<LockPrice> price, Detail detail, ObjectNode node) {
    int longest = 4 * detail.textLength();
    node.put("kind", diagnosis.verdict().kind().label());
    node.put("tone", tone(diagnosis));
    node.put("text", Strings.shown(FindingWords.verdict(diagnosis.verdict(), price), longest));
    price
        .filter(known -> known.belongsTo(diagnosis.verdict()))
        .map(known -> PriceWords.label(known) + ": " + PriceWords.price(known, diagnosis))
        .ifPresent(text -> node.put("price", Strings.shown(text, longest)));
    Suggestion next = NextStepWords.next(diagnosis, price);
    node.put("next", next.text());
    node.put("command", String.join(" ", next.command()));
    ArrayNode lines = node.putArray("evidence");
    FindingWords.calledAt(diagnosis).ifPresent(line -> lines.add(Strings.shown(line, longest)));
    FindingWords.evidence(diagnosis.verdict())
        .forEach(line -> lines.add(Strings.shown(line, longest)));
    ArrayNode limits = node.putArray("limits");
    diagnosis.limits().forEach(limit -> limits.add(Strings.shown(LimitWords.text(limit), longest)));
  }

  private static String tone(Diagnosis diagnosis) {
    return switch (diagnosis.verdict().kind()) {
      case HEALTHY -> "good";
      case IDLE, UNKNOWN, MACHINE_BUSY -> "unsure";
      default -> "bad";
    };
  }

  private static void facts(Diagnosis diagnosis, Detail detail, ArrayNode facts) {
    fact("Recorded", Facts.recorded(diagnosis), detail, facts);
    fact("Started", diagnosis.recording().start().toString(), detail, facts);
    fact("Cores", Facts.cores(diagnosis.cores(), ""), detail, facts);
    fact("GC", Facts.gc(diagnosis.process()), detail, facts);
    Facts.process(diagnosis.process()).ifPresent(text -> fact("Process", text, detail, facts));
    Facts.progress(diagnosis).ifPresent(text -> fact("Progress", text, detail, facts));
    String version = diagnosis.recording().collector().uncorkVersion();
    fact("By", version.isEmpty() ? "not Uncork" : "Uncork " + version, detail, facts);
  }

  private static void fact(String label, String text, Detail detail, ArrayNode facts) {
    facts.addArray().add(label).add(Strings.shown(text, 2 * detail.textLength()));
  }
}
