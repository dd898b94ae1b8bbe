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
import org.jspecify.annotations.Nullable;

/**
 * The ways to keep holders on their processors, tried one after the other, and which is to stay.
 *
 * <p>The first that helps, since it costs other programs the least, unless a later one leaves
 * clearly fewer acquires late, or about as many and lets threads begin clearly more sections.
 * Longer slices make fewer acquires late, but those for longer, so they must not cost throughput.
 */
final class Trials {
  /** Of the acquires that are late without a remedy. */
  private static final double CLEARLY_FEWER = 0.2;

  /** Of the sections that threads begin without a remedy. */
  private static final double CLEARLY_MORE = 0.01;

  private final List<NonPreemption.Way> untried;
  private final Map<NonPreemption.Way, Trial> done = new LinkedHashMap<>();

  /** Trials of these ways, in this order. */
  Trials(List<NonPreemption.Way> ways) {
    untried = new ArrayList<>(ways);
  }

  /** The way to be tried next; empty when all were tried. */
  Optional<NonPreemption.Way> next() {
    return untried.stream().findFirst();
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
    Map.@Nullable Entry<NonPreemption.Way, Trial> best = null;
    for (Map.Entry<NonPreemption.Way, Trial> entry : done.entrySet()) {
      if (isWorthIt(entry.getKey(), entry.getValue())
          && (best == null || isBetter(entry.getValue(), best.getValue()))) {
        best = entry;
      }
    }
    return best == null ? Optional.empty() : Optional.of(best.getKey());
  }

  private static boolean isBetter(Trial trial, Trial than) {
    double fewer = than.remainingShare() - trial.remainingShare();
    return fewer >= CLEARLY_FEWER
        || fewer > -CLEARLY_FEWER && trial.sectionsShare() >= than.sectionsShare() + CLEARLY_MORE;
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
    return trial == null ? "" : trial.figures() + ", " + trial.sectionFigures();
  }
}
