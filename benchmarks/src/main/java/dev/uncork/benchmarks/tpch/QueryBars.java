package dev.uncork.benchmarks.tpch;

import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The paper's picture of a JDK, as SVG: for each query two bars, CPU time without and with, and the
 * reduction as a line of points above them, each with the range of its pairs.
 */
final class QueryBars {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 410;
  private static final int LEFT = 50;
  private static final int BOTTOM = 380;
  private static final int BARS = 200;
  private static final int ZERO = 110;
  private static final int CHANGES = 50;
  private static final double PIXELS_PER_PERCENT = 2;
  private static final double MOST_PERCENT = 25;

  private final StringBuilder svg = new StringBuilder();

  private QueryBars() {}

  /** Draws each JDK that was measured. */
  static void write(ComparedSides comparison, SampleFile samples) throws IOException {
    for (int jdk : TpchFigures.JDKS) {
      String picture = new QueryBars().draw(comparison, samples, jdk);
      if (!picture.isEmpty()) {
        Path folder = Files.createDirectories(Path.of("docs/images"));
        Files.writeString(folder.resolve(comparison.title() + "-jdk" + jdk + ".svg"), picture);
      }
    }
  }

  private String draw(ComparedSides comparison, SampleFile samples, int jdk) {
    double most = 0;
    for (int query = 1; query <= TpchFigures.QUERIES; query++) {
      most = Math.max(most, median(samples, jdk, query, "cpu-off"));
      most = Math.max(most, median(samples, jdk, query, "cpu-on"));
    }
    if (most == 0) {
      return "";
    }
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"11\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>",
        WIDTH, HEIGHT);
    text(LEFT, 16, "start", comparison.title() + ", JDK " + jdk + ": medians of CPU time");
    text(
        LEFT,
        30,
        "start",
        "line: change in %, median and range of pairs; bars: ms without (grey), with");
    text(LEFT - 6, ZERO + 4, "end", "0 %");
    text(LEFT - 6, BOTTOM - BARS + 4, "end", String.format(Locale.ROOT, "%.0f", most));
    add(
        "<path d=\"M%d %dH%dM%d %dH%d\" stroke=\"#999\"/>",
        LEFT, ZERO, WIDTH - 10, LEFT, BOTTOM, WIDTH - 10);
    StringBuilder line = new StringBuilder();
    double step = (WIDTH - 10.0 - LEFT) / TpchFigures.QUERIES;
    for (int query = 1; query <= TpchFigures.QUERIES; query++) {
      List<Double> ratios = TpchFigures.ratios(samples, jdk, query, "cpu");
      if (!ratios.isEmpty()) {
        double x = LEFT + (query - 1) * step;
        bar(x + step * 0.15, step * 0.33, median(samples, jdk, query, "cpu-off") / most, "#aab");
        bar(x + step * 0.5, step * 0.33, median(samples, jdk, query, "cpu-on") / most, "#2a6");
        Spread ratio = Spread.of(ratios);
        add(
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#e9a\" stroke-width=\"3\"/>",
            x + step / 2, height(ratio.min()), height(ratio.max()));
        line.append(String.format(Locale.ROOT, "%.1f,%.1f ", x + step / 2, height(ratio.median())));
        String percent = String.format(Locale.ROOT, "%+.1f", 100 * (ratio.median() - 1));
        text(x + step / 2, CHANGES, "middle", percent);
        text(x + step / 2, BOTTOM + 14, "middle", "Q" + query);
      }
    }
    add("<polyline points=\"%s\" fill=\"none\" stroke=\"#c33\" stroke-width=\"1.5\"/>", line);
    return svg.append("</svg>\n").toString();
  }

  /** Where a ratio is drawn; what is out of the picture, at its edge. */
  private static double height(double ratio) {
    double percent = Math.max(-MOST_PERCENT, Math.min(MOST_PERCENT, 100 * (ratio - 1)));
    return ZERO - percent * PIXELS_PER_PERCENT;
  }

  private static double median(SampleFile samples, int jdk, int query, String what) {
    List<Double> values = samples.of(TpchFigures.prefix(jdk, query) + what);
    return values.isEmpty() ? 0 : Spread.of(values).median();
  }

  private void bar(double x, double width, double share, String colour) {
    double height = share * BARS;
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
        x, BOTTOM - height, width, height, colour);
  }

  private void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
