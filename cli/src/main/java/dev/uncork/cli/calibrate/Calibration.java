package dev.uncork.cli.calibrate;

import dev.uncork.cli.UserError;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.HandOff;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures hand-off costs: from the throughput of one thread the time of an operation, from that of
 * several the costs at which the model comes closest to it.
 */
public final class Calibration {
  private static final double TYPICAL_HOLD = 1e-6;
  private static final long END_SECONDS = 60;

  /** A line of the probe. */
  record Point(
      LockClass lockClass,
      double holdSeconds,
      double workSeconds,
      int threads,
      double rate,
      double othersShare) {
    boolean disturbed() {
      return othersShare > HandOffProbe.DISTURBED_SHARE;
    }

    static Point parse(String line) {
      String[] words = line.split(" ", -1);
      return new Point(
          LockClass.valueOf(words[0]),
          Long.parseLong(words[1]) / 1e9,
          Long.parseLong(words[2]) / 1e9,
          Integer.parseInt(words[3]),
          Double.parseDouble(words[4]),
          Double.parseDouble(words[5]));
    }
  }

  /**
   * What a calibration found.
   *
   * @param disturbedShare of the points, that other processes disturbed again and again
   */
  public record Outcome(HandOffCosts costs, double disturbedShare) {}

  private Calibration() {}

  /**
   * Runs the probe.
   *
   * @param millis for each of some 450 points
   * @param progress is told each line
   */
  public static Outcome run(int cores, long millis, Consumer<String> progress)
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
    double disturbed = points.stream().filter(Point::disturbed).count();
    return new Outcome(costs(points, cores), disturbed / Math.max(1, points.size()));
  }

  static HandOffCosts costs(List<Point> points, double cores) {
    List<HandOffCosts.Cost> costs = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      List<Case> own = new ArrayList<>();
      for (long nanos : HandOffProbe.HOLD_NANOS) {
        for (int percent : HandOffProbe.WORK_PERCENT_OF_HOLD) {
          own.add(Case.of(points, lockClass, nanos / 1e9, nanos * percent / 100 / 1e9));
        }
      }
      // A run in which nothing was done says nothing.
      own.removeIf(each -> !(each.rate() > 0 && each.outsideSeconds() < 1));
      if (lockClass.passing() == HandOff.Passing.SEEN) {
        for (long nanos : HandOffProbe.HOLD_NANOS) {
          List<Case> same = own.stream().filter(c -> c.holdSeconds() == nanos / 1e9).toList();
          costs.add(cost(lockClass, nanos / 1e9, HandOffFit.seen(same, cores)));
        }
      } else {
        // Waking a thread takes as long whatever it then does.
        costs.add(cost(lockClass, TYPICAL_HOLD, HandOffFit.woken(own, lockClass.passing(), cores)));
      }
    }
    return new HandOffCosts(true, costs);
  }

  private static HandOffCosts.Cost cost(LockClass lockClass, double hold, HandOff found) {
    return new HandOffCosts.Cost(lockClass, hold, found.seconds(), found.signalSeconds());
  }

  /**
   * One shape of the probe's program.
   *
   * @param sectionSeconds with what an uncontended lock and the clock add
   * @param outsideSeconds from one section to the next
   * @param rate with so many threads
   */
  record Case(
      double holdSeconds, double sectionSeconds, double outsideSeconds, int threads, double rate) {
    static Case of(List<Point> points, LockClass lockClass, double hold, double work) {
      List<Point> own =
          points.stream()
              .filter(p -> p.lockClass() == lockClass && Math.abs(p.holdSeconds() - hold) < 1e-12)
              .toList();
      int threads = own.stream().mapToInt(Point::threads).max().orElse(2);
      double alone = 1 / Calibration.rate(own, work, true);
      // The clock is read in the section and outside of it, and the lock is part of the section.
      double added = Math.max(0, alone - hold - work) * 2 / 3;
      double section = Math.min(hold + added, 2 * hold);
      double outside = Math.max(alone - section, 1e-10);
      return new Case(hold, section, outside, threads, Calibration.rate(own, work, false));
    }
  }

  private static double rate(List<Point> points, double work, boolean alone) {
    List<Point> own =
        points.stream()
            .filter(p -> Math.abs(p.workSeconds() - work) < 1e-12 && (p.threads() == 1) == alone)
            .toList();
    List<Point> quiet = own.stream().filter(point -> !point.disturbed()).toList();
    return median(
        (quiet.isEmpty() ? own : quiet).stream().mapToDouble(Point::rate).sorted().toArray());
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? 0 : n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
}
