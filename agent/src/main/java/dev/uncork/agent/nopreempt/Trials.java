package dev.uncork.agent.nopreempt;

import dev.uncork.boot.NonPreemption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The ways to keep holders on their processors, tried one after the other, and which is to stay.
 *
 * <p>The first that helps, since it costs other programs and fairness the least, unless a later one
 * leaves clearly fewer acquires late. One that leaves hardly any ends the search. Longer slices
 * make fewer acquires late, but those for longer, so they must not cost throughput.
 */
final class Trials {
  private static final double GOOD_ENOUGH = 0.2;

  /** Of the acquires that are late without a remedy. */
  private static final double CLEARLY_FEWER = 0.2;

  private final List<NonPreemption.Way> untried;
  private final Map<NonPreemption.Way, Trial> done = new LinkedHashMap<>();

  /** Trials of these ways, in this order. */
  Trials(List<NonPreemption.Way> ways) {
    untried = new ArrayList<>(ways);
  }

  /** The way to be tried next; empty when nothing more need be tried. */
  Optional<NonPreemption.Way> next() {
    boolean enough =
        done.entrySet().stream()
            .anyMatch(
                e ->
                    isWorthIt(e.getKey(), e.getValue())
                        && e.getValue().remainingShare() <= GOOD_ENOUGH);
    return enough || untried.isEmpty() ? Optional.empty() : Optional.of(untried.get(0));
  }

  /** What the trial of {@link #next} said. */
  void done(Trial trial) {
    done.put(untried.remove(0), trial);
  }

  /** Has a way tried once more, the last of all: what it brought may have been of its time. */
  void again(NonPreemption.Way way) {
    done.remove(way);
    untried.add(way);
  }

  /** The way that stays; empty when none helps. */
  Optional<NonPreemption.Way> best() {
    Optional<NonPreemption.Way> best = Optional.empty();
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<NonPreemption.Way, Trial> entry : done.entrySet()) {
      double remaining = entry.getValue().remainingShare();
      if (isWorthIt(entry.getKey(), entry.getValue()) && remaining <= least - CLEARLY_FEWER) {
        best = Optional.of(entry.getKey());
        least = remaining;
      }
    }
    return best;
  }

  private static boolean isWorthIt(NonPreemption.Way way, Trial trial) {
    return trial.helps() && (way != NonPreemption.Way.LONGER_SLICE || trial.losesNothing());
  }

  /** What was measured, the given way first. */
  String figures(Optional<NonPreemption.Way> first, Function<NonPreemption.Way, String> words) {
    return done.keySet().stream()
        .sorted(Comparator.comparing(way -> !first.filter(way::equals).isPresent()))
        .map(way -> words.apply(way) + ": " + figures(way))
        .collect(Collectors.joining("; "));
  }

  private String figures(NonPreemption.Way way) {
    Trial trial = done.get(way);
    if (trial == null) {
      return "";
    }
    return way == NonPreemption.Way.LONGER_SLICE
        ? trial.figures() + ", " + trial.sectionFigures()
        : trial.figures();
  }
}
