package dev.uncork.cli.calibrate;

import dev.uncork.cli.error.UserError;
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
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.descriptive.rank.Percentile;

/**
 * Measures hand-off costs: from the throughput of one thread the time of an operation, from that of
 * several the costs at which the model comes closest to it.
 */
public final class Calibration {
  private static final double MEDIAN = 0.5;
  private static final Percentile QUANTILES =
      new Percentile().withEstimationType(Percentile.EstimationType.R_7);

  /** Where slow and fast rounds lie among the sorted ones; one at either end may be an accident. */
  private static final double SLOW = 0.25;

  private static final double FAST = 0.75;
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
      own.removeIf(each -> !(each.slowRate() > 0 && each.outsideSeconds() < 1));
      if (lockClass.passing() == HandOff.Passing.SEEN) {
        for (long nanos : HandOffProbe.HOLD_NANOS) {
          HandOff found = HandOffFit.seen(held(own, nanos), cores);
          costs.add(new HandOffCosts.Cost(lockClass, nanos / 1e9, found.seconds(), 0));
        }
      } else {
        // Waking a thread takes as long whatever it then does.
        HandOff.Passing passing = lockClass.passing();
        HandOff found = HandOffFit.woken(own, passing, cores);
        for (long nanos : HandOffProbe.HOLD_NANOS) {
          List<Case> same = held(own, nanos);
          costs.add(
              new HandOffCosts.Cost(
                  lockClass,
                  nanos / 1e9,
                  found.seconds(),
                  found.signalSeconds(),
                  spread(same, passing, cores)));
        }
      }
    }
    return new HandOffCosts(true, costs);
  }

  private static List<Case> held(List<Case> cases, long nanos) {
    return cases.stream().filter(each -> each.holdSeconds() == nanos / 1e9).toList();
  }

  /**
   * Slow rounds against fast ones. For each length of the section by itself: where a short one is
   * handed on at once or only after a sleep, a long one may be handed on alike in every run.
   */
  private static double spread(List<Case> cases, HandOff.Passing passing, double cores) {
    double slow = seconds(HandOffFit.woken(at(cases, Case::slowRate), passing, cores));
    double fast = seconds(HandOffFit.woken(at(cases, Case::fastRate), passing, cores));
    return Math.max(1, slow / fast);
  }

  private static double seconds(HandOff handOff) {
    return handOff.seconds() + handOff.signalSeconds();
  }

  private static List<Case> at(List<Case> cases, ToDoubleFunction<Case> rate) {
    return cases.stream().map(each -> each.with(rate.applyAsDouble(each))).toList();
  }

  /**
   * One shape of the probe's program.
   *
   * @param sectionSeconds with what an uncontended lock and the clock add
   * @param outsideSeconds from one section to the next
   * @param rate with so many threads, the median of the rounds
   * @param slowRate in slow rounds
   * @param fastRate in fast rounds
   */
  record Case(
      double holdSeconds,
      double sectionSeconds,
      double outsideSeconds,
      int threads,
      double rate,
      double slowRate,
      double fastRate) {
    static Case of(List<Point> points, LockClass lockClass, double hold, double work) {
      List<Point> own =
          points.stream()
              .filter(p -> p.lockClass() == lockClass && Math.abs(p.holdSeconds() - hold) < 1e-12)
              .toList();
      int threads = own.stream().mapToInt(Point::threads).max().orElse(2);
      double alone = 1 / quantile(rates(own, work, true), MEDIAN);
      // The clock is read in the section and outside of it, and the lock is part of the section.
      double added = Math.max(0, alone - hold - work) * 2 / 3;
      double section = Math.min(hold + added, 2 * hold);
      double outside = Math.max(alone - section, 1e-10);
      double[] together = rates(own, work, false);
      return new Case(
          hold,
          section,
          outside,
          threads,
          quantile(together, MEDIAN),
          quantile(together, SLOW),
          quantile(together, FAST));
    }

    Case with(double otherRate) {
      return new Case(
          holdSeconds, sectionSeconds, outsideSeconds, threads, otherRate, slowRate, fastRate);
    }
  }

  /** Operations per second in the rounds. */
  private static double[] rates(List<Point> points, double work, boolean alone) {
    List<Point> own =
        points.stream()
            .filter(p -> Math.abs(p.workSeconds() - work) < 1e-12 && (p.threads() == 1) == alone)
            .toList();
    List<Point> quiet = own.stream().filter(point -> !point.disturbed()).toList();
    return (quiet.isEmpty() ? own : quiet).stream().mapToDouble(Point::rate).toArray();
  }

  /** With steps smoothed; 0 of none. */
  private static double quantile(double[] values, double share) {
    return values.length == 0 ? 0 : QUANTILES.evaluate(values, share * 100);
  }
}
