package dev.uncork.cli.calibrate;

import dev.uncork.cli.UserError;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures hand-off costs: from the throughput of one thread the time of an operation, from that of
 * several the cost at which the model meets it.
 */
public final class Calibration {
  private static final int SEARCH_STEPS = 60;
  private static final double HIGHEST_SECONDS = 1e-3;
  private static final long END_SECONDS = 60;

  /** A line of the probe. */
  record Point(
      LockClass lockClass, double holdSeconds, double workSeconds, int threads, double rate) {
    static Point parse(String line) {
      String[] words = line.split(" ", -1);
      return new Point(
          LockClass.valueOf(words[0]),
          Long.parseLong(words[1]) / 1e9,
          Long.parseLong(words[2]) / 1e9,
          Integer.parseInt(words[3]),
          Double.parseDouble(words[4]));
    }
  }

  private Calibration() {}

  /**
   * Runs the probe.
   *
   * @param millis for each of some 180 points
   * @param progress is told each line
   */
  public static HandOffCosts run(int cores, long millis, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (cores < 2) {
      throw new UserError(
          "hand-off costs need two cores at least, and this process may use one; nothing to"
              + " calibrate");
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            HandOffProbe.class.getName(),
            Integer.toString(Math.min(cores, 4)),
            Long.toString(millis));
    Process probe = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<Point> points = new ArrayList<>();
    StringBuilder other = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(probe.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        try {
          points.add(Point.parse(line));
          progress.accept(line);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
          other.append(line).append(' '); // What a JVM says of itself, or why it failed.
        }
      }
    }
    if (!probe.waitFor(END_SECONDS, TimeUnit.SECONDS) || probe.exitValue() != 0) {
      probe.destroyForcibly();
      throw new UserError("the calibration failed: " + other);
    }
    return costs(points, cores);
  }

  static HandOffCosts costs(List<Point> points, double cores) {
    List<HandOffCosts.Cost> costs = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      for (long nanos : HandOffProbe.HOLD_NANOS) {
        double hold = nanos / 1e9;
        List<Point> own =
            points.stream()
                .filter(p -> p.lockClass() == lockClass && p.holdSeconds() == hold)
                .toList();
        double[] found =
            Arrays.stream(HandOffProbe.WORK_PER_HOLD)
                .mapToDouble(ratio -> cost(own, hold, hold * ratio, cores))
                .sorted()
                .toArray();
        costs.add(new HandOffCosts.Cost(lockClass, hold, median(found)));
      }
    }
    return new HandOffCosts(true, costs);
  }

  private static double cost(List<Point> points, double hold, double work, double cores) {
    double alone = rate(points, work, true);
    double together = rate(points, work, false);
    int threads = points.stream().mapToInt(Point::threads).max().orElse(2);
    // What the loop and an uncontended lock cost is part of the section; the rest is work.
    double section = Math.max(hold, Math.min(1 / alone - work, 2 * hold));
    double outside = Math.max(1 / alone - section, 1e-10);
    double low = 0;
    double high = HIGHEST_SECONDS;
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double middle = (low + high) / 2;
      Workload workload =
          new Workload(outside, 0, 0, 0, List.of(new LockDemand("lock", 1, section, middle, 1)));
      if (ClosedNetwork.solve(workload, threads, cores).throughput() > together) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low < 1e-10 ? 0 : low;
  }

  private static double rate(List<Point> points, double work, boolean alone) {
    return median(
        points.stream()
            .filter(p -> Math.abs(p.workSeconds() - work) < 1e-12 && (p.threads() == 1) == alone)
            .mapToDouble(Point::rate)
            .sorted()
            .toArray());
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? 0 : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
}
