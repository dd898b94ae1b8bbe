package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.recording.Recording;
import dev.uncork.scaling.law.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How fast a program is on some of its cores, and what a unit of work costs there, measured inside
 * one run.
 *
 * @param unit what work was counted in; empty where nothing could be counted
 * @param rounds rounds of windows that were measured; 0 where there were none
 * @param points the fewest cores first, all of them last; empty where nothing could be counted
 * @param fewCores the cores on which a unit of work costs what the program itself needs
 * @param burns code whose cost rises with the cores, the most expensive first
 */
public record CoreCurve(
    Optional<CurveUnit> unit, int rounds, List<CurvePoint> points, int fewCores, List<Burn> burns) {
  /** Of a recording without an experiment. */
  public static final CoreCurve NONE = new CoreCurve(Optional.empty(), 0, List.of(), 0, List.of());

  /**
   * What a unit of work costs more on all cores, from which on it is more than chance or caches.
   */
  private static final double CLEAR_INFLATION = 1.1;

  /** Rise of all code from which on neither caches nor clocks of the cores explain it. */
  static final double TOO_MUCH_FOR_CACHES = 1.5;

  /** How much faster fewer cores must be, to be worth a word. */
  private static final double FASTER = 1.05;

  /** From where on a reader of the curve asks why it isn't so fast on all cores. */
  private static final double MUCH_FASTER = 1.2;

  /**
   * How many times as many cores fewer cores may keep busy than all do. What is faster than that
   * and the cost of a unit explain was measured when the program did something else.
   */
  private static final double MOST_BUSIER = 2;

  public CoreCurve {
    points = List.copyOf(points);
    burns = List.copyOf(burns);
  }

  /** The curve of a recording; {@link #NONE} if it has no experiment. */
  public static CoreCurve of(Recording recording) {
    return new CurveBuilder(recording).build();
  }

  /** The same with code that burns. */
  CoreCurve with(List<Burn> found) {
    return new CoreCurve(unit, rounds, points, fewCores, found);
  }

  /** Whether there is a curve. */
  public boolean known() {
    return !points.isEmpty();
  }

  /** All cores that the program has. */
  public int allCores() {
    return known() ? points.get(points.size() - 1).cores() : 0;
  }

  /** CPU time per unit of work on all cores, against that on few; 1 where unknown. */
  public Interval inflation() {
    return known() ? points.get(points.size() - 1).cost() : new Interval(1, 1, 1);
  }

  /**
   * Whether a unit of work clearly costs more on all cores than on few. Where fewer cores are
   * clearly faster it must, by however little in one of the rounds.
   */
  public boolean inflated() {
    double clear = best().isPresent() ? 1 : CLEAR_INFLATION;
    return inflation().low() >= clear
        && points.stream().anyMatch(point -> point.cores() == fewCores && point.sure());
  }

  /**
   * Share of the CPU time of the application's threads that isn't work, 0 to 1. Where a unit of
   * work costs only somewhat more on all cores, as caches and clocks of the cores may explain, what
   * code is known to burn counts.
   */
  public Interval burnt() {
    double seen = Math.min(1, burntAtSites());
    if (!inflated() || inflation().value() < TOO_MUCH_FOR_CACHES && seen == 0) {
      return new Interval(seen, seen, seen);
    }
    Interval rise =
        new Interval(
            1 - 1 / inflation().low(), 1 - 1 / inflation().value(), 1 - 1 / inflation().high());
    boolean all = inflation().value() >= TOO_MUCH_FOR_CACHES || seen >= rise.value();
    double known = all ? 1 : seen / rise.value();
    return new Interval(
        all ? Math.min(seen, rise.low()) : rise.low() * known,
        all ? Math.max(seen, rise.value()) : seen,
        all ? Math.max(seen, rise.high()) : rise.high() * known);
  }

  /** What all sites together burn, as a share of the CPU time of the application's threads. */
  public double burntAtSites() {
    return burns.stream().mapToDouble(Burn::share).sum();
  }

  /**
   * Share of the CPU time of the application's threads that may be burnt for what a site contends
   * for: the upper end of what was measured there, and what no site explains.
   */
  public double burntAtMost(Burn burn) {
    Interval all = burnt();
    double high = all.value() <= 0 ? 1 : all.high() / all.value();
    return Math.min(1, high * burn.share() + Math.max(0, all.high() - high * burntAtSites()));
  }

  /**
   * The fewer cores on which the program is clearly fastest; empty where all cores are no slower.
   */
  public Optional<CurvePoint> best() {
    return points.stream()
        .filter(point -> point.trusted() && point.cores() < allCores())
        .filter(point -> point.sure() && point.speed().low() > 1)
        .filter(point -> point.speed().value() >= FASTER)
        .filter(point -> point.speed().value() <= MOST_BUSIER * inflation().high())
        .max(Comparator.comparingDouble(point -> point.speed().value()));
  }

  /** The fewer cores on which the program seems much faster, where that isn't certain. */
  public Optional<CurvePoint> perhapsBest() {
    return best().isPresent()
        ? Optional.empty()
        : points.stream()
            .filter(point -> point.cores() < allCores() && point.speed().value() >= MUCH_FASTER)
            .max(
                Comparator.comparing(CurvePoint::trusted)
                    .thenComparingDouble(point -> point.speed().value()));
  }
}
