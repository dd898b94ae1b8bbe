package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What may still be tried, the most promising first.
 *
 * <p>What failed its self-check never comes back. What made no difference comes back after
 * something else was kept, since one bottleneck hides the next, but not more than twice; what was
 * slower only where its best value moves, as workers, cores and heap do. These come last among
 * equals, since fewer workers are the wrong cure for a lock that can be cracked. What the user
 * named comes before anything that wasn't named, whatever is predicted; only the number of workers,
 * which has to be named where it has a place in the command, takes its turn.
 *
 * <p>Where threads wait for locks, one lock hides the next: a removed one's place is taken at once.
 * So levers of the user's that speak of several bottlenecks are tried at once before each by
 * itself, and what brought nothing by itself is tried together afterwards.
 */
final class Agenda {
  /** A lever that the user or a finding named, and whose gain nobody knows, counts as this. */
  private static final double HOPE = 0.05;

  private static final int MOST_TRIES = 3;

  private record Tried(Decision decision, int epoch, int times, Attempt attempt) {
    Change change() {
      return attempt.change();
    }

    /** Whether it may help when others do: remedies of the agent's only if not refuted alone. */
    boolean hidden() {
      boolean refuted = attempt.gain().filter(gain -> gain.high() < 0).isPresent();
      return decision == Decision.NO_DIFFERENCE
          && switch (attempt.lever().kind()) {
            case KNOB -> true;
            case COUNTER, QUIET -> !refuted;
            default -> false;
          };
    }
  }

  private final Map<String, Tried> tried = new HashMap<>();
  private final Set<Change> failed = new HashSet<>();
  private final Set<Change> bundles = new HashSet<>();
  private boolean waits;
  private List<Lever> levers = List.of();
  private int epoch;

  /** Levers as of the latest observation; what was kept before it starts an epoch. */
  void observed(SetupObservation observation) {
    levers = observation.levers();
    waits = !observation.hot().isEmpty();
    epoch++;
  }

  void tried(Attempt attempt) {
    String name = attempt.lever().name();
    int times = tried.containsKey(name) ? tried.get(name).times() : 0;
    tried.put(name, new Tried(attempt.decision(), epoch, times + 1, attempt));
    if (attempt.change().effect() instanceof Effect.Together) {
      bundles.addAll(attempt.lever().values());
      bundles.add(attempt.change());
    }
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
        .filter(value -> !isIn(setup, value))
        .toList();
  }

  /**
   * What to try next.
   *
   * @param runsLeft runs that the budget still has, about
   */
  Optional<Lever> next(Setup setup, double runsLeft) {
    Optional<Lever> several = atOnce(setup);
    if (several.isPresent() && Race.fewestRuns(several.get(), this, setup) <= runsLeft) {
      return several;
    }
    List<Lever> open =
        levers.stream()
            .filter(lever -> !open(lever, setup).isEmpty())
            .filter(this::mayBeTried)
            .toList();
    Comparator<Lever> byPromise = Comparator.comparingDouble(Agenda::promise);
    Optional<Lever> named =
        open.stream()
            .filter(lever -> named(lever) && !tried.containsKey(lever.name()))
            .max(byPromise);
    if (named.isPresent()) {
      return named;
    }
    Optional<Lever> moved = open.stream().filter(lever -> lever.kind().rechecked()).max(byPromise);
    Optional<Lever> fixed = open.stream().filter(lever -> !lever.kind().rechecked()).max(byPromise);
    if (moved.isPresent() && moved.get().predictedGain().isPresent()) {
      boolean first = fixed.isEmpty() || promise(moved.get()) > promise(fixed.get());
      if (first) {
        return moved;
      }
    }
    return fixed.or(() -> together(setup)).or(() -> moved);
  }

  /** The user's levers that speak of bottlenecks of which there are several, with the workers. */
  private Optional<Lever> atOnce(Setup setup) {
    List<Lever> parts =
        new ArrayList<>(
            levers.stream()
                .filter(lever -> lever.kind() == RemedyKind.KNOB && lever.asked())
                .filter(lever -> promise(lever) > 0 && lever.predictedGain().isPresent())
                .filter(lever -> !tried.containsKey(lever.name()))
                .filter(lever -> !open(lever, setup).isEmpty())
                .toList());
    if (!waits || parts.size() < 2 || tried.containsKey(Change.TOGETHER)) {
      return Optional.empty();
    }
    double promise = parts.stream().mapToDouble(Agenda::promise).sum();
    levers.stream()
        .filter(lever -> lever.kind() == RemedyKind.WORKERS && !open(lever, setup).isEmpty())
        .forEach(parts::add);
    return Optional.of(
        new Lever(
            RemedyKind.KNOB,
            Change.TOGETHER,
            List.of(),
            OptionalDouble.of(promise),
            Why.Known.SEVERAL_BOTTLENECKS,
            true,
            parts));
  }

  /**
   * All at once what made no difference alone, with each number of workers: fewer locks are for
   * another number.
   */
  private Optional<Lever> together(Setup setup) {
    List<Change> parts =
        levers.stream()
            .map(lever -> tried.get(lever.name()))
            .filter(before -> before != null && before.hidden())
            .map(Tried::change)
            .filter(change -> !failed.contains(change) && !setup.changes().contains(change))
            .toList();
    if (!waits || parts.size() < 2) {
      return Optional.empty();
    }
    List<Change> values = new ArrayList<>(List.of(Change.together(parts)));
    for (Lever lever : levers) {
      if (lever.kind() == RemedyKind.WORKERS) {
        for (Change count : open(lever, setup)) {
          List<Change> all = new ArrayList<>(parts);
          all.add(count);
          values.add(Change.together(all));
        }
      }
    }
    values.removeIf(bundles::contains);
    if (bundles.contains(Change.together(parts)) || values.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Lever(
            RemedyKind.KNOB,
            values.get(0).lever(),
            values,
            OptionalDouble.empty(),
            Why.Known.HIDDEN_BY_OTHERS,
            true));
  }

  private boolean mayBeTried(Lever lever) {
    Tried before = tried.get(lever.name());
    if (before == null) {
      return isWorthATry(lever);
    }
    return before.epoch() != epoch && mayComeBack(lever, before);
  }

  /** Whether another observation could bring something to try, of the levers known now. */
  boolean hasMore(Setup setup) {
    return levers.stream()
        .filter(lever -> !open(lever, setup).isEmpty())
        .anyMatch(
            lever -> {
              Tried before = tried.get(lever.name());
              return before == null ? isWorthATry(lever) : mayComeBack(lever, before);
            });
  }

  private static boolean mayComeBack(Lever lever, Tried before) {
    if (before.times() >= MOST_TRIES) {
      return false;
    }
    return switch (before.decision()) {
      case KEPT -> lever.kind().rechecked();
      case NO_DIFFERENCE, UNDECIDED -> promise(lever) >= Lever.WORTH;
      case LOSS -> lever.kind().rechecked();
      case FAILED -> lever.values().size() > 1;
    };
  }

  private static boolean isWorthATry(Lever lever) {
    return lever.asked() || promise(lever) >= Lever.WORTH;
  }

  private static boolean named(Lever lever) {
    return lever.asked() && lever.kind() != RemedyKind.WORKERS;
  }

  /** Those that are worth a try and had none, what would have come next first. */
  static List<Lever> untried(List<Lever> levers, List<Attempt> attempts, Setup setup) {
    Set<String> tried = new HashSet<>();
    for (Attempt attempt : attempts) {
      tried.add(attempt.lever().name());
      attempt.lever().parts().forEach(part -> tried.add(part.name()));
    }
    Comparator<Lever> later =
        Comparator.comparing((Lever lever) -> !named(lever))
            .thenComparing(Comparator.comparingDouble(Agenda::promise).reversed())
            .thenComparing(lever -> lever.kind().rechecked());
    return levers.stream()
        .filter(lever -> isWorthATry(lever) && !tried.contains(lever.name()))
        .filter(lever -> lever.values().stream().anyMatch(value -> !isIn(setup, value)))
        .sorted(later)
        .toList();
  }

  private static boolean isIn(Setup setup, Change value) {
    return setup.at(value.lever()).filter(value::equals).isPresent();
  }

  private static double promise(Lever lever) {
    return lever.predictedGain().orElse(HOPE);
  }
}
