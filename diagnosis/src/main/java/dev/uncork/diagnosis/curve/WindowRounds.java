package dev.uncork.diagnosis.curve;

import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The windows of an experiment by rounds. Windows are compared within a round only, since a program
 * doesn't do the same all the time.
 */
final class WindowRounds {
  /** Rounds that must be left, and those with a number of cores that another is compared with. */
  private static final int FEWEST = 3;

  /** Part of what is done later up to which code isn't compiled yet. */
  private static final double COLD = 0.5;

  /** Part of the CPU time of other windows below which threads had to share a core. */
  private static final double HUDDLED = 0.75;

  /** Part of its cores that a program uses if it has more than enough runnable threads. */
  private static final double SATURATED = 0.9;

  /** Share of the machine from which on other processes take a core away. */
  private static final double OTHERS = 0.2;

  private final List<CpuTick> cpu;
  private final List<Map<Integer, Experiment.Window>> rounds = new ArrayList<>();
  private final SortedSet<Integer> cores = new TreeSet<>();

  /**
   * Rounds without a window on all cores, or with no other, are left out; so are the first ones if
   * the program was slow then: it starts, or its code is compiled again to be counted. And so are
   * those of the rest, up to a third, in which the program had less than all of its cores since the
   * kernel left threads together after a window on few, or other processes came in between.
   *
   * @param cpu use of the cores over time
   */
  WindowRounds(List<Experiment.Window> windows, List<CpuTick> cpu) {
    this.cpu = cpu;
    int all = windows.stream().mapToInt(Experiment.Window::cores).max().orElse(0);
    Map<Integer, Map<Integer, Experiment.Window>> byNumber = new TreeMap<>();
    for (Experiment.Window window : windows) {
      if (window.cpuNanos() > 0) {
        byNumber
            .computeIfAbsent(window.round(), key -> new TreeMap<>())
            .putIfAbsent(window.cores(), window);
      }
    }
    for (Map<Integer, Experiment.Window> round : byNumber.values()) {
      if (round.size() > 1 && round.containsKey(all)) {
        rounds.add(round);
      }
    }
    while (rounds.size() > FEWEST && isCold(rounds.get(0))) {
      rounds.remove(0);
    }
    leaveOutHuddled(all);
    rounds.forEach(round -> cores.addAll(round.keySet()));
  }

  private void leaveOutHuddled(int all) {
    double[] used = on(all).stream().mapToDouble(WindowRounds::coresUsed).sorted().toArray();
    if (used.length <= FEWEST) {
      return;
    }
    double enough = HUDDLED * used[used.length / 2];
    List<Map<Integer, Experiment.Window>> huddled =
        rounds.stream().filter(round -> isHuddled(round, all, enough)).toList();
    if (huddled.size() <= rounds.size() / 3) {
      rounds.removeAll(huddled);
    }
  }

  private boolean isHuddled(Map<Integer, Experiment.Window> round, int all, double enough) {
    Experiment.Window window = round.get(all);
    return window != null
        && coresUsed(window) < enough
        && (round.values().stream().anyMatch(WindowRounds::isSaturated) || isDisturbed(window));
  }

  private boolean isDisturbed(Experiment.Window window) {
    return cpu.stream()
        .filter(tick -> tick.endMillis() >= window.atMillis())
        .findFirst()
        .filter(tick -> tick.othersBusy() >= OTHERS)
        .isPresent();
  }

  private static double coresUsed(Experiment.Window window) {
    return (double) window.cpuNanos() / window.lengthNanos();
  }

  private static boolean isSaturated(Experiment.Window window) {
    return coresUsed(window) >= SATURATED * window.cores();
  }

  /** Whether in any window much less was done than in those of later rounds on as many cores. */
  private boolean isCold(Map<Integer, Experiment.Window> first) {
    return first.values().stream()
        .anyMatch(
            window -> {
              List<Experiment.Window> later = on(window.cores());
              later.remove(window);
              return window.works().stream().anyMatch(work -> isCold(work, window, later));
            });
  }

  private static boolean isCold(
      Experiment.Work work, Experiment.Window window, List<Experiment.Window> later) {
    double[] rates =
        later.stream()
            .flatMapToDouble(
                other ->
                    other.works().stream()
                        .filter(same -> same.unit() == work.unit())
                        .filter(same -> same.name().equals(work.name()))
                        .mapToDouble(same -> rate(same, other)))
            .sorted()
            .toArray();
    return rates.length >= FEWEST && rate(work, window) < COLD * rates[rates.length / 2];
  }

  private static double rate(Experiment.Work work, Experiment.Window window) {
    return (double) work.amount() / window.lengthNanos();
  }

  int count() {
    return rounds.size();
  }

  /** Numbers of cores, the fewest first. */
  List<Integer> cores() {
    return List.copyOf(cores);
  }

  int allCores() {
    return cores.isEmpty() ? 0 : cores.last();
  }

  /** The fewer cores that most rounds have, the fewest of several. */
  int mostMeasured() {
    return cores.stream()
        .filter(number -> number < allCores())
        .max(
            Comparator.comparingInt((Integer number) -> on(number).size())
                .thenComparing(Comparator.reverseOrder()))
        .orElse(0);
  }

  /** Windows on so many cores. */
  List<Experiment.Window> on(int number) {
    List<Experiment.Window> result = new ArrayList<>();
    for (Map<Integer, Experiment.Window> round : rounds) {
      Experiment.Window window = round.get(number);
      if (window != null) {
        result.add(window);
      }
    }
    return result;
  }

  /** All windows. */
  List<Experiment.Window> windows() {
    return rounds.stream().flatMap(round -> round.values().stream()).toList();
  }

  /** A figure on some cores against that on others, for each round that tells both. */
  double[] ratios(int some, int others, ToDoubleFunction<Experiment.Window> figure) {
    List<Double> ratios = new ArrayList<>();
    forBoth(
        some,
        others,
        (a, b) -> {
          double ratio = figure.applyAsDouble(a) / figure.applyAsDouble(b);
          if (ratio > 0 && Double.isFinite(ratio)) {
            ratios.add(ratio);
          }
        });
    return ratios.stream().mapToDouble(ratio -> ratio).toArray();
  }

  /** Whether any round has windows on both numbers of cores. */
  boolean haveBoth(int some, int others) {
    return rounds.stream().anyMatch(round -> round.containsKey(some) && round.containsKey(others));
  }

  /** Does something with the windows of each round that has both numbers of cores. */
  void forBoth(int some, int others, BiConsumer<Experiment.Window, Experiment.Window> pair) {
    for (Map<Integer, Experiment.Window> round : rounds) {
      Experiment.Window a = round.get(some);
      Experiment.Window b = round.get(others);
      if (a != null && b != null) {
        pair.accept(a, b);
      }
    }
  }
}
