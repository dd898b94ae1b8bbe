package dev.uncork.report.text;

import dev.uncork.diagnosis.Caution;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Comparison.Change;
import dev.uncork.diagnosis.Comparison.LockChange;
import dev.uncork.diagnosis.Comparison.RowChange;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.CautionWords;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LedgerWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** A comparison of two recordings for the terminal. */
public final class ComparisonText {
  private static final int MAX_LOCKS = 8;
  private static final int NUMBER = 12;
  private static final int NUMBERS = 3 * NUMBER;

  private final TextReport.Options options;
  private final Style style;

  public ComparisonText(TextReport.Options options) {
    this.options = options;
    this.style = new Style(options.color(), options.unicode());
  }

  /** What has changed, in one sentence. */
  public static String summary(Comparison comparison) {
    Optional<Change> throughput = comparison.throughput();
    String speed =
        throughput
            .map(
                change ->
                    "Throughput "
                        + Amounts.three(change.before())
                        + " → "
                        + Amounts.three(change.after())
                        + " operations/s"
                        + share(change).map(share -> " (" + share + ")").orElse(""))
            .orElse("Throughput unknown");
    String cores =
        comparison
            .busyCores()
            .map(
                change ->
                    "; busy cores "
                        + Amounts.three(change.before())
                        + " → "
                        + Amounts.three(change.after()))
            .orElse("");
    Change blocked = comparison.blockedThreads();
    return speed
        + cores
        + "; threads blocked at locks "
        + Amounts.three(blocked.before())
        + " → "
        + Amounts.three(blocked.after())
        + ".";
  }

  /** Writes it. */
  public void render(Comparison comparison, Appendable out) throws IOException {
    List<String> lines = new ArrayList<>();
    Wrap.words(summary(comparison), options.width()).forEach(line -> lines.add(style.bold(line)));
    lines.add("");
    lines.add(style.bold(row("", "before", "after", "change")));
    figure("Operations/s", comparison.throughput(), Amounts::three, lines);
    figure("Busy cores", comparison.busyCores(), Amounts::three, lines);
    figure("Threads blocked", Optional.of(comparison.blockedThreads()), Amounts::three, lines);
    figure("GC pauses", Optional.of(comparison.gcShare()), Amounts::percent, lines);
    figure("CPU in the kernel", comparison.systemShare(), Amounts::percent, lines);
    ledger(comparison.ledgerRows(), lines);
    lines.add("");
    locks(comparison.locks(), lines);
    verdict("Before", FindingWords.verdict(comparison.before().verdict()), lines);
    verdict("After", FindingWords.verdict(comparison.after().verdict()), lines);
    for (Caution caution : comparison.cautions()) {
      verdict("Caution", CautionWords.text(caution), lines);
    }
    for (String line : lines) {
      out.append(style.text(line).stripTrailing()).append('\n');
    }
  }

  /** Shares of the core-seconds, of which a difference says more than a quotient. */
  private void ledger(List<RowChange> rows, List<String> lines) {
    if (rows.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(style.bold(row("Where the cores' time went", "before", "after", "change")));
    for (RowChange row : rows) {
      lines.add(
          row(
              LedgerWords.row(row.row()),
              Amounts.percent(row.share().before()),
              Amounts.percent(row.share().after()),
              Amounts.points(row.share().difference())));
    }
  }

  private void locks(List<LockChange> locks, List<String> lines) {
    if (locks.isEmpty()) {
      lines.add(style.bold("Contended locks: ") + "none in either");
      return;
    }
    int shown = Math.min(MAX_LOCKS, locks.size());
    String title =
        "Threads blocked at" + (shown < locks.size() ? ", " + shown + " of " + locks.size() : "");
    lines.add(style.bold(row(title, "before", "after", "change")));
    for (LockChange lock : locks.subList(0, shown)) {
      figure(
          Wrap.shortenPackages(lock.name(), options.width() - NUMBERS - 1),
          Optional.of(lock.blockedThreads()),
          Amounts::three,
          lines);
    }
  }

  private void figure(
      String label, Optional<Change> change, DoubleFunction<String> amount, List<String> lines) {
    String name = Wrap.middle(label, options.width() - NUMBERS - 1);
    lines.add(
        change
            .map(
                known ->
                    row(
                        name,
                        amount.apply(known.before()),
                        amount.apply(known.after()),
                        share(known).orElse("")))
            .orElseGet(() -> row(name, "", "", "unknown")));
  }

  private String row(String label, String before, String after, String change) {
    int labelWidth = options.width() - NUMBERS;
    return label
        + " ".repeat(Math.max(1, labelWidth - label.length()))
        + String.format(
            Locale.ROOT, "%" + NUMBER + "s%" + NUMBER + "s%" + NUMBER + "s", before, after, change);
  }

  private static Optional<String> share(Change change) {
    if (change.before() <= 0 && change.after() > 0) {
      return Optional.of("new");
    }
    return change.share().map(Amounts::change);
  }

  private void verdict(String label, String text, List<String> lines) {
    List<String> parts = Wrap.words(text, options.width() - 10);
    for (int i = 0; i < parts.size(); i++) {
      String head = i == 0 ? label : "";
      lines.add(style.bold(head) + " ".repeat(10 - head.length()) + parts.get(i));
    }
  }
}
