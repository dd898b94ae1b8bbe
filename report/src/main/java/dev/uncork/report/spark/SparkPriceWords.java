package dev.uncork.report.spark;

import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import dev.uncork.sparkledger.price.SparkPrice;
import java.util.ArrayList;
import java.util.List;

/** What an application would take otherwise. */
public final class SparkPriceWords {
  private static final int LABEL = 11;
  private static final int COLUMN = 8;
  private static final double MUCH_WAITED = 0.1;
  private static final int MINUTES_PER_HOUR = 60;

  private SparkPriceWords() {}

  /** Bounds that other executors, tasks or driver's code have. */
  public static String bounds(SparkDiagnosis diagnosis) {
    SparkPrice price = diagnosis.price();
    String bounds =
        SparkFindingWords.seconds(price.criticalPath())
            + " at best with any number of executors, "
            + SparkFindingWords.seconds(price.evened())
            + " with even tasks";
    // Who waits between jobs until somebody asks for one saves nothing there.
    return diagnosis.ledger().share(SlotRow.NO_DEMAND) > MUCH_WAITED
        ? bounds
        : bounds
            + ", "
            + SparkFindingWords.seconds(price.withoutDriver())
            + " without the driver's time between jobs";
  }

  /**
   * Executors, or slots in local mode, with seconds and slot-time: three lines of columns.
   *
   * @param width that they may have
   */
  public static List<String> curve(SparkDiagnosis diagnosis, int width) {
    List<ExecutorsPoint> points = shown(diagnosis.price().curve(), (width - LABEL) / COLUMN);
    boolean slots = points.stream().allMatch(point -> point.executors() == point.slots());
    StringBuilder executors = new StringBuilder(pad(slots ? "slots" : "executors"));
    StringBuilder seconds = new StringBuilder(pad("time"));
    boolean inHours = inHours(points);
    StringBuilder hours = new StringBuilder(pad(inHours ? "slot-hours" : "slot-min"));
    for (ExecutorsPoint point : points) {
      executors.append(column(String.valueOf(point.executors())));
      seconds.append(column(SparkFindingWords.seconds(point.seconds())));
      hours.append(column(slotTime(point, inHours)));
    }
    return List.of(executors.toString(), seconds.toString(), hours.toString());
  }

  /** Whether slot-time is told in hours: in minutes if all would be less than one. */
  static boolean inHours(List<ExecutorsPoint> points) {
    return points.stream().anyMatch(point -> point.slotHours() >= 1);
  }

  static String slotTime(ExecutorsPoint point, boolean inHours) {
    return Amounts.three(inHours ? point.slotHours() : point.slotHours() * MINUTES_PER_HOUR);
  }

  private static List<ExecutorsPoint> shown(List<ExecutorsPoint> points, int most) {
    List<ExecutorsPoint> shown = new ArrayList<>(points);
    for (double left : new double[] {0.75, 1.5, 3, 6}) {
      if (shown.size() > most) {
        shown.removeIf(point -> point.times() == left);
      }
    }
    return shown;
  }

  private static String pad(String text) {
    return text + " ".repeat(Math.max(1, LABEL - text.length()));
  }

  private static String column(String text) {
    return " ".repeat(Math.max(1, COLUMN - text.length())) + text;
  }
}
