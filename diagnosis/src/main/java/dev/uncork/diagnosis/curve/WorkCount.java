package dev.uncork.diagnosis.curve;

import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * How much work was done in each window, counted in one unit.
 *
 * <p>Of the units that moved in nearly all windows the most trusted is taken whose figures agree
 * from round to round, and of several fields or methods the one whose figures agree best. Where
 * what surely counts work is too rare for single windows, what all of them counted together does.
 *
 * @param summed the windows that count, where only all of them together do
 */
record WorkCount(
    CurveUnit unit,
    ToDoubleFunction<Experiment.Window> amount,
    Optional<Predicate<Experiment.Window>> summed) {
  /** Share of the windows in which a unit must have moved. */
  private static final double NEARLY_ALL = 0.9;

  /** Counted in the middle window, at least: fewer say too little of a tenth of a second. */
  private static final double FEWEST = 8;

  /** The same of all windows on as many cores together. */
  private static final double FEWEST_IN_ALL = 15;

  /** The same for bytes: threads that do next to nothing allocate some, too. */
  private static final double FEWEST_BYTES = 100_000;

  /** Windows on each number of cores in which something must have been counted. */
  private static final int FEWEST_WINDOWS = 3;

  /** The upper end of a band against the lower, up to which rounds agree. */
  private static final double AGREEING = 1.5;

  /** The same for what surely counts work: rather a wide band than a wrong unit. */
  private static final double AGREEING_PROGRESS = 3;

  /** A second in units in which programs add up times. */
  private static final List<Double> SECONDS = List.of(1e9, 1e6, 1e3);

  /** Part of one thread's time in which what is timed happens, at least; and of all its time. */
  private static final double SOME_TIME = 0.1;

  private static final double ALL_TIME = 0.95;

  /** How far what grows with the time may differ on other numbers of cores. */
  private static final double SAME = 0.03;

  /** CPU time for one on all cores against that on fewer, below which it is no work. */
  private static final double COLLIDING = 0.5;

  private record Candidate(WorkUnit unit, String name) {
    boolean isCounted(Experiment.Window window) {
      return window.works().stream()
          .anyMatch(work -> work.unit() == unit && work.name().equals(name));
    }

    double in(Experiment.Window window) {
      return window.works().stream()
          .filter(work -> work.unit() == unit && work.name().equals(name))
          .mapToLong(Experiment.Work::amount)
          .sum();
    }
  }

  /** The best count; empty where no unit moved. */
  static Optional<WorkCount> of(WindowRounds rounds) {
    Set<Candidate> candidates = new LinkedHashSet<>();
    for (Experiment.Window window : rounds.windows()) {
      window.works().forEach(work -> candidates.add(new Candidate(work.unit(), work.name())));
    }
    List<Candidate> moved =
        new ArrayList<>(
            candidates.stream()
                .filter(one -> moved(one, rounds))
                .filter(one -> !addsUpTime(one, rounds) && !countsCollisions(one, rounds))
                .toList());
    moved.sort(
        Comparator.comparing((Candidate one) -> spread(one, rounds) > agreeing(one.unit()))
            .thenComparing(Candidate::unit)
            .thenComparingDouble(one -> spread(one, rounds))
            .thenComparing(Candidate::name));
    return moved.stream()
        .findFirst()
        .map(one -> new WorkCount(unit(one), one::in))
        .or(() -> inSum(candidates, rounds));
  }

  private static CurveUnit unit(Candidate candidate) {
    return new CurveUnit(Optional.of(candidate.unit()), candidate.name());
  }

  private static Optional<WorkCount> inSum(Set<Candidate> candidates, WindowRounds rounds) {
    return candidates.stream()
        .filter(one -> one.unit().surelyCounts())
        .filter(one -> rounds.cores().stream().allMatch(cores -> movedInSum(one, rounds.on(cores))))
        .min(Comparator.comparing(Candidate::unit))
        .map(one -> new WorkCount(unit(one), one::in, Optional.of(one::isCounted)));
  }

  private static boolean movedInSum(Candidate candidate, List<Experiment.Window> windows) {
    long counted = windows.stream().filter(candidate::isCounted).count();
    return counted >= FEWEST_WINDOWS
        && windows.stream().mapToDouble(candidate::in).sum() >= FEWEST_IN_ALL;
  }

  /** What was found to count only later on is taken by the windows from then on. */
  private static boolean moved(Candidate candidate, WindowRounds rounds) {
    double fewest = candidate.unit() == WorkUnit.ALLOCATED_BYTES ? FEWEST_BYTES : FEWEST;
    for (int cores : rounds.cores()) {
      double[] amounts =
          rounds.on(cores).stream()
              .filter(candidate::isCounted)
              .mapToDouble(candidate::in)
              .sorted()
              .toArray();
      if (amounts.length < Math.min(FEWEST_WINDOWS, rounds.on(cores).size())) {
        return false;
      }
      int still = (int) Math.floor((1 - NEARLY_ALL) * amounts.length);
      if (amounts[still] <= 0 || amounts[amounts.length / 2] < fewest) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a field adds up how long things took, as a timer's does, or is a clock: it grows by a
   * second each second for each of some threads, whether they have cores to run on or not.
   */
  private static boolean addsUpTime(Candidate candidate, WindowRounds rounds) {
    if (candidate.unit() != WorkUnit.GROWING_FIELD) {
      return false;
    }
    double[] perSecond =
        rounds.cores().stream()
            .mapToDouble(cores -> 1e9 * perNano(candidate, rounds.on(cores)))
            .sorted()
            .toArray();
    double fastest = perSecond[perSecond.length - 1];
    double threads =
        rounds.windows().stream().mapToInt(Experiment.Window::heldThreads).max().orElse(0);
    return perSecond[0] >= (1 - SAME) * fastest
        && SECONDS.stream()
            .anyMatch(
                second ->
                    isOfThreads(fastest / second, second == 1e9 ? SOME_TIME : ALL_TIME, threads));
  }

  /** Whether threads that are timed, some part of the time at least, give that sum a second. */
  private static boolean isOfThreads(double sum, double least, double threads) {
    double whole = Math.max(1, Math.ceil(sum - SAME));
    return sum >= least * whole && whole <= Math.max(1, threads);
  }

  /** Whether it is retries or the like that a program counts: there are more the more cores run. */
  private static boolean countsCollisions(Candidate candidate, WindowRounds rounds) {
    return (candidate.unit() == WorkUnit.GROWING_FIELD || candidate.unit() == WorkUnit.METHOD_CALLS)
        && costOnAll(candidate, rounds).high() < COLLIDING;
  }

  private static double perNano(Candidate candidate, List<Experiment.Window> windows) {
    double[] rates =
        windows.stream()
            .filter(candidate::isCounted)
            .mapToDouble(window -> candidate.in(window) / window.lengthNanos())
            .sorted()
            .toArray();
    return rates[rates.length / 2];
  }

  private static double agreeing(WorkUnit unit) {
    return unit.surelyCounts() ? AGREEING_PROGRESS : AGREEING;
  }

  private static double spread(Candidate candidate, WindowRounds rounds) {
    Interval cost = costOnAll(candidate, rounds);
    return cost.high() / cost.low();
  }

  private static Interval costOnAll(Candidate candidate, WindowRounds rounds) {
    return new WorkCount(new CurveUnit(Optional.empty(), ""), candidate::in)
        .cost(rounds, rounds.allCores(), rounds.mostMeasured());
  }

  WorkCount(CurveUnit unit, ToDoubleFunction<Experiment.Window> amount) {
    this(unit, amount, Optional.empty());
  }

  /** Work per second on some cores against that on others. */
  Interval speed(WindowRounds rounds, int some, int others) {
    return compared(rounds, some, others, amount, Experiment.Window::lengthNanos);
  }

  /**
   * CPU time per unit of work on some cores against that on others; by way of all cores, which each
   * round has, where no round has both.
   */
  Interval cost(WindowRounds rounds, int some, int others) {
    if (rounds.haveBoth(some, others)) {
      return directCost(rounds, some, others);
    }
    Interval a = directCost(rounds, some, rounds.allCores());
    Interval b = directCost(rounds, rounds.allCores(), others);
    return new Interval(a.low() * b.low(), a.value() * b.value(), a.high() * b.high());
  }

  private Interval directCost(WindowRounds rounds, int some, int others) {
    return compared(rounds, some, others, Experiment.Window::cpuNanos, amount);
  }

  /** One figure over another, on some cores against others. */
  private Interval compared(
      WindowRounds rounds,
      int some,
      int others,
      ToDoubleFunction<Experiment.Window> figure,
      ToDoubleFunction<Experiment.Window> over) {
    if (summed.isEmpty()) {
      return median(
          rounds.ratios(
              some, others, window -> figure.applyAsDouble(window) / over.applyAsDouble(window)));
    }
    List<SumRatio.Part> parts = new ArrayList<>();
    rounds.forBoth(
        some,
        others,
        (a, b) -> {
          if (summed.get().test(a) && summed.get().test(b)) {
            parts.add(
                new SumRatio.Part(
                    figure.applyAsDouble(a),
                    over.applyAsDouble(a),
                    figure.applyAsDouble(b),
                    over.applyAsDouble(b)));
          }
        });
    return SumRatio.of(parts);
  }

  private static Interval median(double[] ratios) {
    if (ratios.length == 0) {
      return new Interval(0, 1, Double.POSITIVE_INFINITY);
    }
    MedianInterval median = MedianInterval.of(ratios);
    return new Interval(median.low(), median.median(), median.high());
  }
}
