package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.tune.Attempt.Decision;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What may still be tried, the most promising first.
 *
 * <p>What failed its self-check never comes back. What made no difference comes back after
 * something else was kept, since one bottleneck hides the next, but not more than twice; what was
 * slower only where its best value moves, as workers and heap do.
 */
final class Agenda {
  /** A lever that the user named, and about which nothing is known, counts as this gain. */
  private static final double HOPE = 0.05;

  private static final int MOST_TRIES = 3;

  private record Tried(Decision decision, int epoch, int times) {}

  private final Map<String, Tried> tried = new HashMap<>();
  private final Set<Change> failed = new HashSet<>();
  private List<Lever> levers = List.of();
  private int epoch;

  /** Levers as of the latest observation; what was kept before it starts an epoch. */
  void observed(Observation observation) {
    levers = observation.levers();
    epoch++;
  }

  void tried(Attempt attempt) {
    String name = attempt.lever().name();
    int times = tried.containsKey(name) ? tried.get(name).times() : 0;
    tried.put(name, new Tried(attempt.decision(), epoch, times + 1));
    if (attempt.decision() == Decision.FAILED) {
      failed(attempt.change());
    }
  }

  /** Never to be tried again. */
  void failed(Change change) {
    failed.add(change);
  }

  /** Values of a lever that differ from what is in effect and never failed. */
  List<Change> open(Lever lever, Setup setup) {
    return lever.values().stream()
        .filter(value -> !failed.contains(value))
        .filter(value -> !setup.at(lever.name()).filter(value::equals).isPresent())
        .toList();
  }

  Optional<Lever> next(Setup setup) {
    return levers.stream()
        .filter(lever -> !open(lever, setup).isEmpty())
        .filter(this::mayBeTried)
        .max(Comparator.comparingDouble(Agenda::promise));
  }

  private boolean mayBeTried(Lever lever) {
    Tried before = tried.get(lever.name());
    if (before == null) {
      return lever.asked() || promise(lever) >= PairedTest.WORTH;
    }
    if (before.epoch() == epoch || before.times() >= MOST_TRIES) {
      return false;
    }
    return switch (before.decision()) {
      case KEPT -> lever.kind().rechecked();
      case NO_DIFFERENCE, UNDECIDED -> promise(lever) >= PairedTest.WORTH;
      case LOSS -> lever.kind().rechecked();
      case FAILED -> lever.values().size() > 1;
    };
  }

  private static double promise(Lever lever) {
    return lever.predictedGain().orElse(lever.asked() ? HOPE : 0);
  }
}
