package dev.uncork.report.text;

import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.PriceWords;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.report.words.TuneWords;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The journey as a table: step, what was done, throughput, factor; then what remains and why. */
public final class TuneText {
  private static final int WHAT_COLUMNS = 34;

  private TuneText() {}

  /** Shows it. */
  public static void print(TuneAccount account, PrintStream out) {
    TuneResult result = account.result();
    String unit = account.unit();
    out.println();
    double first = result.baseline().map(MedianInterval::median).orElse(0.0);
    if (first > 0) {
      out.printf(
          "%4s  %-" + WHAT_COLUMNS + "s %12s %8s %8s%n", "step", "done", unit, "factor", "in all");
      row(out, 0, "as it was", first, 0, 0);
      double before = first;
      int step = 1;
      for (TuneResult.Step each : result.steps()) {
        row(
            out,
            step++,
            each.attempt().change().text(),
            each.throughput(),
            1 + each.attempt().gain().map(Interval::value).orElse(0.0),
            each.throughput() / first);
        before = each.throughput();
      }
      if (before == first && result.steps().isEmpty()) {
        out.println(TuneWords.nothingKept(result));
      }
    }
    result.comparison().ifPresent(comparison -> out.println(text(comparison, unit)));
    notKept(result.attempts(), out);
    if (!result.notReached().isEmpty()) {
      out.println("Not reached:");
      result.notReached().forEach(l -> out.println("  " + TuneWords.notReached(l, result)));
    }
    account.refusals().forEach(refusal -> out.println("Can't be tried here: " + refusal));
    out.println("It stopped because " + TuneWords.stopped(result) + ".");
    remains(result, out);
    outlook(account.outlook(), out);
    TuneWords.remarks(result).forEach(remark -> out.println("uncork: " + remark));
    account.notes().forEach(out::println);
  }

  private static void row(
      PrintStream out, int step, String what, double rate, double factor, double total) {
    String shown = what;
    String number = Integer.toString(step);
    while (shown.length() > WHAT_COLUMNS) {
      int end = end(shown);
      out.printf("%4s  %s%n", number, shown.substring(0, end));
      shown = shown.substring(end).strip();
      number = "";
    }
    out.printf(
        Locale.ROOT,
        "%4s  %-" + WHAT_COLUMNS + "s %12s %8s %8s%n",
        number,
        shown,
        Amounts.scaled(rate),
        factor == 0 ? "" : String.format(Locale.ROOT, "%.2f", factor),
        total == 0 ? "" : String.format(Locale.ROOT, "%.2f", total));
  }

  /** Where a text that is too long is broken: at a blank, else behind a name's part. */
  private static int end(String text) {
    int blank = text.lastIndexOf(' ', WHAT_COLUMNS);
    if (blank > 0) {
      return blank;
    }
    int dot = text.lastIndexOf('.', WHAT_COLUMNS - 1);
    return dot > 0 ? dot + 1 : WHAT_COLUMNS;
  }

  private static String text(TuneResult.Comparison comparison, String unit) {
    return String.format(
        Locale.ROOT,
        "Checked once more, side by side: %s before, %s %s after: %s (%s to %s), %d pairs",
        Amounts.scaled(comparison.before()),
        Amounts.scaled(comparison.after()),
        unit,
        Amounts.fineChange(comparison.gain().value()),
        Amounts.fineChange(comparison.gain().low()),
        Amounts.fineChange(comparison.gain().high()),
        comparison.pairs());
  }

  private static void notKept(List<Attempt> attempts, PrintStream out) {
    List<Attempt> dropped =
        attempts.stream().filter(a -> a.decision() != Attempt.Decision.KEPT).toList();
    if (!dropped.isEmpty()) {
      out.println("Tried and not kept:");
      dropped.forEach(
          attempt ->
              out.println(
                  "  "
                      + attempt.change().text()
                      + ": "
                      + attempt.decision().label()
                      + "; "
                      + TuneWords.grounds(attempt)));
    }
  }

  private static void remains(TuneResult result, PrintStream out) {
    if (!result.last().finding().isEmpty()) {
      out.println("What remains: " + result.last().finding());
    }
    for (Advice advice : result.last().advice()) {
      out.printf(
          Locale.ROOT,
          "  %s %s%s: %s; predicted at most %s here%n",
          advice.remedy().label(),
          advice.subject(),
          advice.location().isEmpty() ? "" : " at " + advice.location(),
          TuneWords.advice(advice.remedy()),
          Amounts.fineChange(advice.predictedGain()));
    }
    if (!result.last().advice().isEmpty()) {
      out.println("  After a change of the source, the same command with --resume verifies it.");
    }
  }

  private static void outlook(Outlook outlook, PrintStream out) {
    if (outlook.points().isEmpty()) {
      if (outlook.missing().isPresent()) {
        out.println("uncork: " + PriceWords.missing(outlook));
      }
      return;
    }
    out.println("Predicted on more cores, as it is now, a worker for each:");
    for (Prediction.Point point : outlook.points()) {
      out.printf(
          "  %4d cores %10s  (%s to %s)%n",
          point.cores(),
          Amounts.scaled(point.throughput().value()),
          Amounts.scaled(point.throughput().low()),
          Amounts.scaled(point.throughput().high()));
    }
  }
}
