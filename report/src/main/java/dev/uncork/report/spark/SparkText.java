package dev.uncork.report.spark;

import dev.uncork.report.text.LedgerLine;
import dev.uncork.report.text.Style;
import dev.uncork.report.text.TextReport;
import dev.uncork.report.text.Wrap;
import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The report of an application for the terminal: verdict, advice, ledger, price, stages. */
public final class SparkText {
  private static final int MAX_ROWS = 8;
  private static final int MAX_OTHERS = 3;
  private static final int MAX_STAGES = 4;
  private static final int CELL = 9;
  private static final char NO_BREAK = '\u00a0';
  private static final Pattern UNIT =
      Pattern.compile("(\\d) ((?:ns|us|µs|ms|s|min|h|[kMGT]?B)\\b|%)");

  private final int width;
  private final Style style;

  public SparkText(TextReport.Options options) {
    width = options.width();
    style = new Style(options.color(), options.unicode());
  }

  /** Writes the report. */
  public void render(SparkDiagnosis diagnosis, Appendable out) throws IOException {
    List<String> lines = new ArrayList<>();
    verdict(diagnosis, lines);
    advice(diagnosis.verdict().advice(), lines);
    if (diagnosis.ledger().slotSeconds() > 0) {
      lines.add("");
      ledger(diagnosis, lines);
      price(diagnosis, lines);
      stages(diagnosis, lines);
      others(diagnosis, lines);
    }
    for (String line : lines) {
      out.append(style.text(line).stripTrailing()).append('\n');
    }
  }

  private void verdict(SparkDiagnosis diagnosis, List<String> lines) {
    for (String line : wrap(SparkFindingWords.verdict(diagnosis), width)) {
      lines.add(
          switch (diagnosis.verdict().kind()) {
            case HEALTHY -> style.green(line);
            case TOO_SHORT, UNKNOWN -> style.yellow(line);
            default -> style.red(line);
          });
    }
    if (!diagnosis.application().complete()) {
      lines.add(
          style.yellow(
              "The events end before the application: it still runs, was killed, or the log was cut off."));
    }
  }

  private void advice(List<SparkAdvice> advice, List<String> lines) {
    for (SparkAdvice each : advice) {
      List<String> parts = wrap(SparkAdviceWords.text(each), width - 7);
      for (int i = 0; i < parts.size(); i++) {
        lines.add((i == 0 ? "  " + style.bold("try") + "  " : "       ") + parts.get(i));
      }
    }
  }

  /** Breaks at spaces, but never between a number and its unit. */
  private static List<String> wrap(String text, int width) {
    String joined = UNIT.matcher(text).replaceAll("$1" + NO_BREAK + "$2");
    return Wrap.words(joined, width).stream().map(line -> line.replace(NO_BREAK, ' ')).toList();
  }

  private void ledger(SparkDiagnosis diagnosis, List<String> lines) {
    lines.add(style.bold(SparkLedgerWords.title(diagnosis)));
    for (SparkLedgerWords.Line row : SparkLedgerWords.lines(diagnosis.ledger(), MAX_ROWS)) {
      lines.add(row(row));
    }
  }

  private String row(SparkLedgerWords.Line row) {
    return new LedgerLine(width, style)
        .of(row.label(), row.tone(), row.share(), room -> row.parts());
  }

  private void price(SparkDiagnosis diagnosis, List<String> lines) {
    lines.add("");
    List<String> parts = wrap(SparkPriceWords.bounds(diagnosis), width - 9);
    for (int i = 0; i < parts.size(); i++) {
      lines.add((i == 0 ? style.bold("Bounds") + "   " : " ".repeat(9)) + parts.get(i));
    }
    List<String> curve = SparkPriceWords.curve(diagnosis, width - 9);
    for (int i = 0; i < curve.size(); i++) {
      String label = i == 0 ? style.bold("Curve") + "    " : " ".repeat(9);
      lines.add(label + curve.get(i));
    }
  }

  private void stages(SparkDiagnosis diagnosis, List<String> lines) {
    List<StageUse> stages =
        diagnosis.ledger().stages().stream()
            .filter(use -> use.lostSlotSeconds() > 0)
            .limit(MAX_STAGES)
            .toList();
    if (stages.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(
        style.bold(
            cells("Stages by lost slot-time", "lost", "wall", "tasks", "median", "longest")));
    for (StageUse use : stages) {
      String name = use.stage().key().id() + " " + SparkPlaces.of(use.stage().callSite());
      lines.add(
          cells(
              Wrap.middle("  " + name, width - 5 * CELL),
              SparkFindingWords.seconds(use.lostSlotSeconds()),
              SparkFindingWords.millis(use.stage().span().millis()),
              Amounts.count(use.tasks()),
              SparkFindingWords.millis(use.medianMillis()),
              SparkFindingWords.millis(use.longestMillis())));
    }
  }

  private String cells(String first, String... others) {
    int room = width - others.length * CELL;
    StringBuilder line = new StringBuilder(first + " ".repeat(Math.max(0, room - first.length())));
    for (String other : others) {
      line.append(" ".repeat(Math.max(1, CELL - other.length()))).append(other);
    }
    return line.toString();
  }

  private void others(SparkDiagnosis diagnosis, List<String> lines) {
    List<SparkFinding> others = diagnosis.others();
    if (others.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(style.bold("Also found"));
    for (SparkFinding finding : others.subList(0, Math.min(MAX_OTHERS, others.size()))) {
      for (String line : wrap(SparkFindingWords.text(finding, diagnosis), width - 2)) {
        lines.add("  " + line);
      }
      advice(finding.advice(), lines);
    }
  }
}
