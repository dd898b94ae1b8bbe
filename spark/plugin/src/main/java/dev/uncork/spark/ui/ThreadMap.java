package dev.uncork.spark.ui;

import dev.uncork.report.markup.Markup;
import dev.uncork.spark.event.ExecutorUsageEvent;
import dev.uncork.spark.numa.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The picture of which core each task thread ran on, over time: one line per thread, one row per
 * core, NUMA nodes as bands (the second and third figure of Chiba and Onodera's article on NUMA
 * process affinity).
 */
final class ThreadMap {
  private static final int WIDTH = 640;
  private static final int LEFT = 44;
  private static final int TOP = 6;
  private static final int ROW = 14;
  private static final int MAX_HEIGHT = 480;
  private static final int COLOURS = 10;

  private final ExecutorScaling executor;
  private final Map<String, List<Point>> lines = new TreeMap<>();
  private int highestCpu;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  private record Point(long millis, int cpu) {}

  ThreadMap(ExecutorScaling executor) {
    this.executor = executor;
    topology()
        .cpusOfNode()
        .values()
        .forEach(cpus -> highestCpu = Math.max(highestCpu, cpus.length() - 1));
    executor.usages.forEach(this::add);
  }

  private Topology topology() {
    return Topology.parse(executor.placed.topology);
  }

  private void add(ExecutorUsageEvent usage) {
    long begin = usage.timeMillis - usage.intervalMillis;
    firstMillis = Math.min(firstMillis, begin);
    lastMillis = Math.max(lastMillis, usage.timeMillis);
    for (String line : usage.threads) {
      int colon = line.indexOf(':');
      String[] cpus = line.substring(colon + 1).split(",", -1);
      for (int i = 0; colon > 0 && i < cpus.length; i++) {
        if (!cpus[i].isEmpty()) {
          int cpu = Integer.parseInt(cpus[i]);
          highestCpu = Math.max(highestCpu, cpu);
          lines
              .computeIfAbsent(line.substring(0, colon), id -> new ArrayList<>())
              .add(new Point(begin + usage.intervalMillis * i / cpus.length, cpu));
        }
      }
    }
  }

  /** An SVG image; a sentence where no task was seen running. */
  String html() {
    if (lines.isEmpty()) {
      return "<p>No task was running when its threads were looked at, once a second.</p>";
    }
    int row = Math.max(1, Math.min(ROW, MAX_HEIGHT / (highestCpu + 1)));
    int height = row * (highestCpu + 1) + TOP;
    StringBuilder svg = new StringBuilder();
    svg.append("<svg class=\"uncork-threads\" role=\"img\" width=\"")
        .append(WIDTH + LEFT)
        .append("\" height=\"")
        .append(height + 20)
        .append("\"><title>Threads of executor ")
        .append(Markup.text(executor.executorId))
        .append(" on cores</title>");
    bands(svg, row);
    axis(svg, row, height);
    int colour = 0;
    for (List<Point> points : lines.values()) {
      line(svg, points, row, colour++ % COLOURS);
    }
    return svg.append("</svg>").toString();
  }

  private void bands(StringBuilder svg, int row) {
    new TreeMap<>(topology().cpusOfNode())
        .forEach(
            (node, cpus) ->
                cpus.stream()
                    .forEach(
                        cpu ->
                            svg.append("<rect x=\"")
                                .append(LEFT)
                                .append("\" y=\"")
                                .append(y(cpu, row) - row / 2)
                                .append("\" width=\"")
                                .append(WIDTH)
                                .append("\" height=\"")
                                .append(row)
                                .append("\" fill=\"#888\" fill-opacity=\"")
                                .append(node % 2 == 0 ? "0.08" : "0.2")
                                .append("\"><title>NUMA node ")
                                .append(node)
                                .append("</title></rect>")));
  }

  private void axis(StringBuilder svg, int row, int height) {
    int step = Math.max(1, (highestCpu + 1) / 16);
    IntStream.rangeClosed(0, highestCpu)
        .filter(cpu -> cpu % step == 0)
        .forEach(
            cpu ->
                svg.append("<text x=\"2\" y=\"")
                    .append(y(cpu, row) + 4)
                    .append("\" font-size=\"10\" fill=\"currentColor\">CPU ")
                    .append(cpu)
                    .append("</text>"));
    svg.append("<text x=\"")
        .append(LEFT)
        .append("\" y=\"")
        .append(height + 14)
        .append(
            "\" font-size=\"10\" fill=\"currentColor\">0 s</text><text text-anchor=\"end\" x=\"")
        .append(LEFT + WIDTH)
        .append("\" y=\"")
        .append(height + 14)
        .append("\" font-size=\"10\" fill=\"currentColor\">")
        .append((lastMillis - firstMillis) / 1000)
        .append(" s</text>");
  }

  private void line(StringBuilder svg, List<Point> points, int row, int colour) {
    points.sort(Comparator.comparingLong(Point::millis));
    svg.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"hsl(")
        .append(colour * 360 / COLOURS)
        .append(",65%,45%)\" points=\"");
    double perMilli = (double) WIDTH / Math.max(1, lastMillis - firstMillis);
    for (Point point : points) {
      // A short stroke for each sample, so that a single one is seen too.
      double x = LEFT + (point.millis() - firstMillis) * perMilli;
      int y = y(point.cpu(), row);
      svg.append(Math.round(x)).append(',').append(y).append(' ');
      svg.append(Math.round(x) + 3).append(',').append(y).append(' ');
    }
    svg.append("\"/>");
  }

  private static int y(int cpu, int row) {
    return TOP + cpu * row + row / 2;
  }
}
