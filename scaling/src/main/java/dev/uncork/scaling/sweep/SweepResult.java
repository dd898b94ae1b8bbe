package dev.uncork.scaling.sweep;

import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.Observation;
import dev.uncork.scaling.law.ScalingLaw;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What all runs of a sweep come to: a curve for each series, the laws, and how noisy it was. */
public final class SweepResult {
  /** Others' share of the CPUs during a run, from which that run counts as disturbed. */
  private static final double DISTURBED_SHARE = 0.05;

  /** Half an interval against its median, from which a point counts as wide. */
  public static final double WIDE_SHARE = 0.10;

  /** A point of a curve; {@code throughput} is empty if none of its runs counted. */
  public record CurvePoint(
      Point point, int counted, int failed, Optional<MedianInterval> throughput, boolean wide) {}

  /** A curve over the worker counts and the laws that describe it. */
  public record Series(String name, List<CurvePoint> points, List<ScalingLaw> laws) {}

  /**
   * What made it noisy.
   *
   * @param disturbedRuns of {@code runs}, beside other processes
   * @param othersShare of the CPUs that these used at most
   * @param widePoints with an interval wider than {@link #WIDE_SHARE} to either side
   */
  public record Noise(int disturbedRuns, int runs, double othersShare, int widePoints) {}

  private final String unit;
  private final List<Trial> trials;
  private final List<Series> series;

  private SweepResult(String unit, List<Trial> trials, List<Series> series) {
    this.unit = unit;
    this.trials = trials;
    this.series = series;
  }

  /** Of the runs that count or failed; those of round 0 are left out. */
  public static SweepResult of(String unit, List<Point> points, List<Trial> all) {
    List<Trial> trials = all.stream().filter(trial -> trial.round() > 0).toList();
    Map<String, List<Point>> bySeries = new LinkedHashMap<>();
    points.forEach(p -> bySeries.computeIfAbsent(p.series(), s -> new ArrayList<>()).add(p));
    List<Series> series = new ArrayList<>();
    bySeries.forEach((name, members) -> series.add(series(name, members, trials)));
    return new SweepResult(unit, trials, series);
  }

  private static Series series(String name, List<Point> points, List<Trial> trials) {
    List<CurvePoint> curve = points.stream().map(point -> summary(point, trials)).toList();
    List<Observation> observations =
        trials.stream()
            .filter(trial -> trial.ok() && points.contains(trial.point()))
            .map(trial -> new Observation(trial.point().workers(), trial.throughput()))
            .toList();
    List<ScalingLaw> laws = new ArrayList<>();
    for (ScalingLaw.Form form : ScalingLaw.Form.values()) {
      ScalingLaw.fit(form, observations).ifPresent(laws::add);
    }
    return new Series(name, curve, laws);
  }

  private static CurvePoint summary(Point point, List<Trial> trials) {
    List<Trial> own = trials.stream().filter(trial -> trial.point().equals(point)).toList();
    double[] counted = own.stream().filter(Trial::ok).mapToDouble(Trial::throughput).toArray();
    if (counted.length == 0) {
      return new CurvePoint(point, 0, own.size(), Optional.empty(), false);
    }
    MedianInterval interval = MedianInterval.of(counted);
    boolean wide = (interval.high() - interval.low()) / 2 > WIDE_SHARE * interval.median();
    return new CurvePoint(
        point, counted.length, own.size() - counted.length, Optional.of(interval), wide);
  }

  /** Of throughput. */
  public String unit() {
    return unit;
  }

  /** The counted and the failed runs, in the order in which they ran. */
  public List<Trial> trials() {
    return trials;
  }

  /** The curves. */
  public List<Series> series() {
    return series;
  }

  /** Whether some point has no run that counts. */
  public boolean hasHoles() {
    return series.stream().flatMap(s -> s.points().stream()).anyMatch(p -> p.counted() == 0);
  }

  /** What made the measurement noisy. */
  public Noise noise() {
    List<Trial> disturbed =
        trials.stream().filter(trial -> trial.othersCpuShare() > DISTURBED_SHARE).toList();
    return new Noise(
        disturbed.size(),
        trials.size(),
        disturbed.stream().mapToDouble(Trial::othersCpuShare).max().orElse(0),
        (int) series.stream().flatMap(s -> s.points().stream()).filter(p -> p.wide()).count());
  }
}
