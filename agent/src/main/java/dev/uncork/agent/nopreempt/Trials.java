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
 * <p>The one that leaves the fewest acquires late, if it helps at all. One that leaves hardly any
 * ends the search: the first costs other programs the least.
 */
final class Trials {
  private static final double GOOD_ENOUGH = 0.2;

  private final List<NonPreemption.Way> untried;
  private final Map<NonPreemption.Way, Trial> done = new LinkedHashMap<>();

  /** Trials of these ways, in this order. */
  Trials(List<NonPreemption.Way> ways) {
    untried = new ArrayList<>(ways);
  }

  /** The way to be tried next; empty when nothing more need be tried. */
  Optional<NonPreemption.Way> next() {
    boolean enough =
        done.values().stream().anyMatch(t -> t.helps() && t.remainingShare() <= GOOD_ENOUGH);
    return enough || untried.isEmpty() ? Optional.empty() : Optional.of(untried.get(0));
  }

  /** What the trial of {@link #next} said. */
  void done(Trial trial) {
    done.put(untried.remove(0), trial);
  }

  /** The way that stays; empty when none helps. */
  Optional<NonPreemption.Way> best() {
    return done.entrySet().stream()
        .filter(entry -> entry.getValue().helps())
        .min(Comparator.comparingDouble(entry -> entry.getValue().remainingShare()))
        .map(Map.Entry::getKey);
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
    return trial == null ? "" : trial.figures();
  }
}
