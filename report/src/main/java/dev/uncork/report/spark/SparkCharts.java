package dev.uncork.report.spark;

import dev.uncork.report.markup.Markup;
import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.ledger.SlotInterval;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The pictures of an application, as SVG without text in it, which stretches to any width; labels
 * stand beside it. Attributes instead of styles, which our page's policy refuses.
 */
final class SparkCharts {
  private static final double WIDTH = 1000;
  private static final double BAR_HEIGHT = 30;
  private static final double TIME_HEIGHT = 160;
  private static final double CURVE_HEIGHT = 120;
  private static final double MARGIN = 6;

  private SparkCharts() {}

  private static void begin(StringBuilder svg, String css, double height, String title) {
    svg.append("<svg class=\"")
        .append(css)
        .append("\" role=\"img\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
        .append(number(WIDTH))
        .append(' ')
        .append(number(height))
        .append("\"><title>")
        .append(Markup.text(title))
        .append("</title>");
  }

  /** The rows side by side, each as wide as its share. */
  static String bar(Map<SlotRow, Double> rows, double all, String css) {
    StringBuilder svg = new StringBuilder();
    begin(svg, css, BAR_HEIGHT, "Where slot-time went");
    double at = 0;
    for (SlotRow row : SlotRow.values()) {
      double share = all <= 0 ? 0 : rows.getOrDefault(row, 0.0) / all;
      if (share > 0) {
        double width = share * WIDTH;
        svg.append("<rect x=\"")
            .append(number(at))
            .append("\" y=\"0\" width=\"")
            .append(number(width))
            .append("\" height=\"30\" fill=\"")
            .append(SparkColours.of(row))
            .append("\"><title>")
            .append(Markup.text(SparkLedgerWords.row(row) + " " + Amounts.percent(share)))
            .append("</title></rect>");
        at += width;
      }
    }
    return svg.append("</svg>").toString();
  }

  /** The ledger over time: at each time the slots, divided by rows, work at the bottom. */
  static String overTime(SlotLedger ledger, double seconds) {
    StringBuilder svg = new StringBuilder();
    begin(svg, "uncork-time", TIME_HEIGHT, "What slots did over time");
    for (SlotRow row : SlotRow.values()) {
      StringBuilder path = new StringBuilder();
      for (SlotInterval interval : ledger.intervals()) {
        double length = interval.toSecond() - interval.fromSecond();
        double height = height(interval, row, ledger.slots());
        if (height > 0 && length > 0) {
          double bottom = TIME_HEIGHT - below(interval, row, ledger.slots());
          double x = interval.fromSecond() / Math.max(seconds, 1e-9) * WIDTH;
          double width = length / Math.max(seconds, 1e-9) * WIDTH;
          path.append('M').append(number(x)).append(' ').append(number(bottom));
          path.append('h').append(number(width)).append('v').append(number(-height));
          path.append('h').append(number(-width)).append('z');
        }
      }
      if (path.length() > 0) {
        svg.append("<path fill=\"")
            .append(SparkColours.of(row))
            .append("\" d=\"")
            .append(path)
            .append("\"><title>")
            .append(Markup.text(SparkLedgerWords.row(row)))
            .append("</title></path>");
      }
    }
    return svg.append("</svg>").toString();
  }

  private static double height(SlotInterval interval, SlotRow row, int slots) {
    double length = interval.toSecond() - interval.fromSecond();
    double all = Math.max(1, slots) * Math.max(length, 1e-9);
    return interval.slotSeconds().getOrDefault(row, 0.0) / all * TIME_HEIGHT;
  }

  private static double below(SlotInterval interval, SlotRow row, int slots) {
    double below = 0;
    for (SlotRow other : SlotRow.values()) {
      if (other == row) {
        break;
      }
      below += height(interval, other, slots);
    }
    return below;
  }

  /** Seconds by number of executors, a doubling being as wide as any other. */
  static String curve(List<ExecutorsPoint> points) {
    StringBuilder svg = new StringBuilder();
    begin(svg, "uncork-curve", CURVE_HEIGHT, "Time with other numbers of executors");
    double most = points.stream().mapToDouble(ExecutorsPoint::seconds).max().orElse(1);
    StringBuilder line = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    for (ExecutorsPoint point : points) {
      double x = x(point.times(), points);
      double y = CURVE_HEIGHT - MARGIN - point.seconds() / most * (CURVE_HEIGHT - 2 * MARGIN);
      line.append(number(x)).append(',').append(number(y)).append(' ');
      boolean recorded = point.times() == 1;
      marks
          .append("<path stroke-linecap=\"round\" vector-effect=\"non-scaling-stroke\" stroke=\"")
          .append(recorded ? "#d64545" : "#2f7fc1")
          .append("\" stroke-width=\"")
          .append(recorded ? 11 : 7)
          .append("\" d=\"M")
          .append(number(x))
          .append(' ')
          .append(number(y))
          .append("h0.01\"><title>")
          .append(point.executors())
          .append(": ")
          .append(Markup.text(SparkFindingWords.seconds(point.seconds())))
          .append("</title></path>");
    }
    svg.append("<polyline fill=\"none\" stroke=\"#2f7fc1\" stroke-width=\"2\"")
        .append(" vector-effect=\"non-scaling-stroke\" points=\"")
        .append(line)
        .append("\"/>");
    return svg.append(marks).append("</svg>").toString();
  }

  private static double x(double times, Collection<ExecutorsPoint> points) {
    double least = points.stream().mapToDouble(ExecutorsPoint::times).min().orElse(1);
    double most = points.stream().mapToDouble(ExecutorsPoint::times).max().orElse(1);
    double share = most > least ? Math.log(times / least) / Math.log(most / least) : 0.5;
    return 2 * MARGIN + share * (WIDTH - 4 * MARGIN);
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }
}
