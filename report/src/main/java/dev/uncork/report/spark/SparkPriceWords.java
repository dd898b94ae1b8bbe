package dev.uncork.report.spark;

import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import dev.uncork.sparkledger.price.SparkPrice;
import java.util.ArrayList;
import java.util.List;

/** What an application would take otherwise. */
public final class SparkPriceWords {
  private static final int MAX_POINTS = 7;
  private static final int COLUMN = 9;

  private SparkPriceWords() {}

  /** Bounds that other executors, tasks or driver's code have. */
  public static String bounds(SparkPrice price) {
    return "at least "
        + SparkFindingWords.seconds(price.criticalPath())
        + " with any number of executors; with even tasks "
        + SparkFindingWords.seconds(price.evened())
        + ", without the driver's time between jobs "
        + SparkFindingWords.seconds(price.withoutDriver());
  }

  /** Executors, or slots in local mode, with seconds and slot-hours: three lines of columns. */
  public static List<String> curve(SparkDiagnosis diagnosis) {
    List<ExecutorsPoint> points = shown(diagnosis.price().curve());
    boolean slots = points.stream().allMatch(point -> point.executors() == point.slots());
    StringBuilder executors = new StringBuilder(pad(slots ? "slots" : "executors"));
    StringBuilder seconds = new StringBuilder(pad("time"));
    StringBuilder hours = new StringBuilder(pad("slot-hours"));
    for (ExecutorsPoint point : points) {
      executors.append(column(String.valueOf(point.executors())));
      seconds.append(column(SparkFindingWords.seconds(point.seconds())));
      hours.append(column(Amounts.three(point.slotHours())));
    }
    return List.of(executors.toString(), seconds.toString(), hours.toString());
  }

  private static List<ExecutorsPoint> shown(List<ExecutorsPoint> points) {
    List<ExecutorsPoint> shown = new ArrayList<>(points);
    for (double left : new double[] {0.75, 1.5, 3, 6}) {
      if (shown.size() > MAX_POINTS) {
        shown.removeIf(point -> point.times() == left);
      }
    }
    return shown;
  }

  private static String pad(String text) {
    return text + " ".repeat(Math.max(1, 11 - text.length()));
  }

  private static String column(String text) {
    return " ".repeat(Math.max(1, COLUMN - text.length())) + text;
  }
}
