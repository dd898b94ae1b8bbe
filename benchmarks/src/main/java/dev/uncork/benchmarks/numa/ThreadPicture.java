package dev.uncork.benchmarks.numa;

import dev.uncork.benchmarks.numa.ThreadSamples.Sample;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which core each thread that runs tasks was on over time, as in the second and third figure of
 * Chiba and Onodera's article on NUMA process affinity: nodes as bands, a colour for each process.
 */
final class ThreadPicture {
  private static final int WIDTH = 900;
  private static final int LEFT = 60;
  private static final int TOP = 40;
  private static final int ROW = 36;
  private static final double GAP_SECONDS = 2;
  private static final int[] HUES = {210, 20, 130, 290};

  private final ThreadSamples samples;
  private final StringBuilder svg = new StringBuilder();

  /** Seconds for which nothing ran at all until some moment: the guest itself was stopped. */
  private final TreeMap<Double, Double> stopped = new TreeMap<>(Map.of(0.0, 0.0));

  private double first = Double.MAX_VALUE;
  private double last;

  private ThreadPicture(ThreadSamples samples) {
    this.samples = samples;
    double before = Double.MAX_VALUE;
    for (Sample sample : samples.samples()) {
      if (sample.seconds() - before > GAP_SECONDS) {
        double all = stopped.lastEntry().getValue() + sample.seconds() - before;
        stopped.put(sample.seconds(), all);
      }
      before = sample.seconds();
      if (sample.runsTasks()) {
        first = Math.min(first, sample.seconds());
        last = Math.max(last, sample.seconds());
      }
    }
  }

  static String of(ThreadSamples samples, String title, double boundSeconds) {
    ThreadPicture picture = new ThreadPicture(samples);
    picture.draw(title, boundSeconds);
    return picture.svg.toString();
  }

  private void draw(String title, double boundSeconds) {
    int cpus = samples.nodeOfCpu().size();
    int bottom = TOP + ROW * cpus;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>",
        WIDTH, bottom + 24);
    add("<text x=\"%d\" y=\"20\">%s</text>", LEFT, title);
    samples
        .nodeOfCpu()
        .forEach(
            (cpu, node) -> {
              add(
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>",
                  LEFT, TOP + cpu * ROW, WIDTH - LEFT - 10, ROW, node % 2 == 0 ? "#eee" : "#ddd");
              add("<text x=\"4\" y=\"%d\">CPU %d</text>", y(cpu) + 4, cpu);
              add(
                  "<text x=\"%d\" y=\"%d\" fill=\"#999\">node %d</text>",
                  LEFT + 4, y(cpu) + 4, node);
            });
    if (boundSeconds > first && boundSeconds < last) {
      add(
          "<path d=\"M%.1f %dV%d\" stroke=\"#333\" stroke-dasharray=\"4\"/>",
          x(boundSeconds), TOP, bottom);
    }
    threads();
    add("<text x=\"%d\" y=\"%d\">0 s</text>", LEFT, bottom + 16);
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f s</text></svg>",
        WIDTH - 10, bottom + 16, since(last));
  }

  private void threads() {
    Map<Integer, Integer> hues = new LinkedHashMap<>();
    Map<Integer, Integer> hueOfThread = new LinkedHashMap<>();
    Map<Integer, StringBuilder> paths = new LinkedHashMap<>();
    Map<Integer, Sample> before = new LinkedHashMap<>();
    Map<Integer, Integer> order = new LinkedHashMap<>();
    for (Sample sample : samples.samples()) {
      if (!sample.runsTasks()) {
        continue;
      }
      hues.putIfAbsent(sample.process(), HUES[hues.size() % HUES.length]);
      hueOfThread.putIfAbsent(sample.thread(), hues.getOrDefault(sample.process(), 0));
      order.putIfAbsent(sample.thread(), order.size());
      Sample last = before.put(sample.thread(), sample);
      boolean connected = last != null && sample.seconds() - last.seconds() < GAP_SECONDS;
      // Threads on one CPU lie beside each other, so that each is seen.
      double y = y(sample.cpu()) + (order.getOrDefault(sample.thread(), 0) % 7 - 3) * 4.0;
      paths
          .computeIfAbsent(sample.thread(), thread -> new StringBuilder())
          .append(
              String.format(
                  Locale.ROOT, "%s%.1f %.1fh1", connected ? "L" : "M", x(sample.seconds()), y));
    }
    paths.forEach(
        (thread, path) ->
            add(
                "<path d=\"%s\" fill=\"none\" stroke=\"hsl(%d,65%%,%d%%)\" stroke-width=\"1.4\"/>",
                path,
                hueOfThread.getOrDefault(thread, 0),
                35 + 6 * (order.getOrDefault(thread, 0) % 5)));
  }

  private double x(double seconds) {
    return LEFT + (WIDTH - LEFT - 10) * since(seconds) / Math.max(1e-3, since(last));
  }

  /** Seconds of the guest since the first sample. */
  private double since(double seconds) {
    return seconds - stopped.floorEntry(seconds).getValue() - first + stoppedBeforeFirst();
  }

  private double stoppedBeforeFirst() {
    return stopped.floorEntry(first).getValue();
  }

  private static int y(int cpu) {
    return TOP + cpu * ROW + ROW / 2;
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
