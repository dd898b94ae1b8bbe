package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.few;

import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.diagnosis.curve.CurveUnit;
import dev.uncork.scaling.law.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Words for the scaling curve that was measured inside a run. */
public final class CurveWords {
  private CurveWords() {}

  /** How many cores are best, if that isn't all of them. */
  public static Optional<String> best(CoreCurve curve) {
    return curve
        .best()
        .map(
            best ->
                "On "
                    + best.cores()
                    + " of "
                    + curve.allCores()
                    + " cores it is "
                    + few(best.speed().value())
                    + " times as fast.");
  }

  /** Cores and speeds, in one line. */
  public static String line(CoreCurve curve) {
    List<CurvePoint> points = curve.points();
    return "cores "
        + points.stream().map(p -> String.valueOf(p.cores())).collect(Collectors.joining(" "))
        + " · speed "
        + points.stream()
            .map(point -> speed(point.speed().value()))
            .collect(Collectors.joining(" "));
  }

  private static String speed(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }

  /** What the curve rests on. */
  public static String assumption(CoreCurve curve) {
    Interval inflation = curve.inflation();
    return "Measured in "
        + curve.rounds()
        + " rounds, "
        + curve.unit().map(CurveWords::unit).orElse("")
        + "; a unit takes "
        + String.format(Locale.ROOT, "%.2f", inflation.value())
        + " times ("
        + String.format(Locale.ROOT, "%.2f to %.2f", inflation.low(), inflation.high())
        + ") as much CPU time on all cores as on "
        + curve.fewCores()
        + ".";
  }

  /** What a lambda has of its surroundings has no name of its own. */
  private static String number(String name) {
    int lambda = name.indexOf("$$Lambda");
    return lambda < 0 ? name : "a number that a lambda of " + name.substring(0, lambda) + " has";
  }

  /** What work was counted in. */
  public static String unit(CurveUnit unit) {
    String name = LedgerWords.shared(unit.name());
    return unit.unit()
        .map(
            counted ->
                switch (counted) {
                  case PROGRESS -> "by the program's progress";
                  case COUNTER, GROWING_FIELD -> "by the growth of " + number(name);
                  case LOCK_ACQUIRES -> "by acquires of " + name;
                  case METHOD_CALLS -> "by calls of " + name;
                  case ALLOCATED_BYTES -> "by bytes allocated";
                })
        .orElseGet(() -> "by the samples in " + name);
  }
}
