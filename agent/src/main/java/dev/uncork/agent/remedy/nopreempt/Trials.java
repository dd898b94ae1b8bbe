package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.boot.nopreempt.NonPreemption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Seconds with each way to keep holders on their processors and without any in turns, and which is
 * to stay.
 *
 * <p>Taking turns keeps a change of the load from being taken for an effect, or for a difference of
 * two ways. The first seconds don't count, nor those after them in which the JVM's compilers are at
 * work, up to half a minute: what threads get done then depends on them.
 *
 * <p>The first way that helps stays, since it costs other programs the least, unless a later one
 * leaves clearly fewer acquires late, or about as many and lets threads begin clearly more
 * sections. Longer slices make fewer acquires late, but those for longer, so they have to leave far
 * fewer, and must not cost throughput. Where no section is inside of another they leave sections
 * half as much to do as the extension does ({@link SectionHooks#TURNS}), once the trial is over:
 * there, hardly fewer sections in the trial are enough.
 */
final class Trials {
  private static final int SECONDS_OF_EACH = 5;

  /** Seconds that are waited for the JVM's compilers, at most. */
  static final int MOST_SETTLING_SECONDS = 30;

  /** Of the acquires that are late without a remedy. */
  private static final double CLEARLY_FEWER = 0.2;

  /** Of the acquires that are late without a remedy: slices may leave no more of them late. */
  private static final double MOST_LEFT_BY_SLICES = 0.6;

  /** Of the sections that threads begin without a remedy. */
  private static final double CLEARLY_MORE = 0.01;

  private final Map<NonPreemption.Way, WayTrial> trials = new LinkedHashMap<>();
  private List<NonPreemption.Way> tried;

  /** The current one, of those that count if it isn't below zero. */
  private int second;

  private int settledSeconds;

  /** Trials of these ways. */
  Trials(List<NonPreemption.Way> ways) {
    tried = begin(ways);
  }

  /** Has a way tried, once more if it was before: what it brought may have been of its time. */
  void again(NonPreemption.Way way) {
    trials.remove(way);
    tried = begin(List.of(way));
  }

  private List<NonPreemption.Way> begin(List<NonPreemption.Way> ways) {
    ways.forEach(way -> trials.put(way, new WayTrial(SECONDS_OF_EACH)));
    settledSeconds = 0;
    second = -ways.size() - 1;
    return List.copyOf(ways);
  }

  /** The way of the second that begins now; empty for none. */
  Optional<NonPreemption.Way> turn() {
    int turn = Math.floorMod(second, tried.size() + 1);
    return turn < tried.size() ? Optional.of(tried.get(turn)) : Optional.empty();
  }

  /**
   * A second is over.
   *
   * @param sectionsPerSecond that threads began
   * @param compiling whether the JVM's compilers were at work
   */
  void count(long blockedAcquires, long lateAcquires, double sectionsPerSecond, boolean compiling) {
    Optional<NonPreemption.Way> way = turn();
    if (second >= 0) {
      for (NonPreemption.Way each : tried) {
        WayTrial trial = trials.get(each);
        if (trial != null && (way.isEmpty() || way.get() == each)) {
          trial.count(way.isPresent(), blockedAcquires, lateAcquires, sectionsPerSecond);
        }
      }
    }
    second++;
    if (second <= 0 && ++settledSeconds < MOST_SETTLING_SECONDS && second == 0 && compiling) {
      second = -tried.size() - 1;
    }
  }

  boolean over() {
    return second >= SECONDS_OF_EACH * (tried.size() + 1);
  }

  /**
   * The way to try next, before one is chosen: longer slices that make fewer acquires late, but
   * have threads begin fewer sections, may have lost them to threads that have none, and shorter
   * ones may not.
   */
  Optional<NonPreemption.Way> next() {
    WayTrial longer = trials.get(NonPreemption.Way.LONGER_SLICE);
    return longer != null
            && leavesFarFewer(longer)
            && !longer.losesNothing()
            && !trials.containsKey(NonPreemption.Way.MEDIUM_SLICE)
        ? Optional.of(NonPreemption.Way.MEDIUM_SLICE)
        : Optional.empty();
  }

  /** Sections that threads began in a second of the last trial with this way. */
  double sectionsPerSecond(NonPreemption.Way way) {
    WayTrial trial = trials.get(way);
    return trial == null ? 0 : trial.sectionsPerSecond();
  }

  /** Acquires a second that were late without any of the ways tried last. */
  double latePerSecondWithout() {
    WayTrial trial = trials.get(tried.get(0));
    return trial == null ? 0 : trial.latePerSecondWithout();
  }

  /**
   * The way that stays; empty when none helps.
   *
   * @param nested whether sections were seen inside of others
   */
  Optional<NonPreemption.Way> best(boolean nested) {
    Map.@Nullable Entry<NonPreemption.Way, WayTrial> best = null;
    for (Map.Entry<NonPreemption.Way, WayTrial> entry : trials.entrySet()) {
      if (isWorthIt(entry.getKey(), entry.getValue())
          && (best == null || isBetter(entry.getValue(), best.getValue(), nested))) {
        best = entry;
      }
    }
    return best == null ? Optional.empty() : Optional.of(best.getKey());
  }

  private static boolean isBetter(WayTrial trial, WayTrial than, boolean nested) {
    double fewer = than.remainingShare() - trial.remainingShare();
    double more = trial.sectionsShare() - than.sectionsShare();
    return fewer >= CLEARLY_FEWER
        || fewer > -CLEARLY_FEWER && more >= (nested ? CLEARLY_MORE : -CLEARLY_MORE);
  }

  private static boolean isWorthIt(NonPreemption.Way way, WayTrial trial) {
    return way.givesSlices() ? leavesFarFewer(trial) && trial.losesNothing() : trial.helps();
  }

  private static boolean leavesFarFewer(WayTrial ofSlices) {
    return ofSlices.helps() && ofSlices.remainingShare() <= MOST_LEFT_BY_SLICES;
  }

  /** What was measured, the given way first. */
  String figures(Optional<NonPreemption.Way> first, Function<NonPreemption.Way, String> words) {
    return trials.keySet().stream()
        .sorted(Comparator.comparing(way -> !first.filter(way::equals).isPresent()))
        .map(way -> words.apply(way) + ": " + figures(way))
        .collect(Collectors.joining("; "));
  }

  private String figures(NonPreemption.Way way) {
    WayTrial trial = trials.get(way);
    return trial == null ? "" : trial.figures() + ", " + trial.sectionFigures();
  }
}
