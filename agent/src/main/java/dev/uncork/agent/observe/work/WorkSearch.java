package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.code.ClassCode;
import dev.uncork.agent.observe.code.FieldUses;
import dev.uncork.agent.observe.code.HotStacks;
import dev.uncork.agent.observe.progress.JmxProgress;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out in what the program's work can be counted, without being told. Ten times a second it is
 * given a moment; nothing is done before the program is busy and the search begins.
 *
 * <p>What is found first is what costs nothing: counters that the program offers, or has for its
 * own ends. Only where none of these is known to count work are calls of methods counted.
 */
public final class WorkSearch {
  /** Looks at running threads from which on stacks tell what is hot. */
  private static final int LEAST_LOOKS = 16;

  /**
   * From the beginning, until numbers were seen to grow; the program prints by then, if it does.
   */
  private static final long GROWING_NANOS = 1_500_000_000L;

  /** The same where the program prints, so that growth can be compared with it. */
  private static final long PRINTED_NANOS = 3_000_000_000L;

  /** After code was changed, until it is compiled again. */
  private static final long SETTLE_NANOS = 1_500_000_000L;

  private static final long LOOK_NANOS = 300_000_000L;

  private enum Stage {
    RESTING,
    BEGINNING,
    GROWING,
    SETTLING,
    READY
  }

  private final HotStacks stacks;
  private final FoundCounters found;
  private final CallCounters calls;
  private final @Nullable JmxProgress progress;
  private Stage stage = Stage.RESTING;
  private long sinceNanos;
  private long lookedNanos;
  private boolean prints;
  private List<WorkCounter> unmatched = List.of();

  /**
   * Searches for nothing yet.
   *
   * @param progress what the program offers by JMX; null without that module
   */
  public WorkSearch(
      Instrumentation instrumentation,
      HotStacks stacks,
      ClassCode code,
      @Nullable JmxProgress progress) {
    this.stacks = stacks;
    this.found = new FoundCounters(instrumentation, stacks, new FieldUses(code));
    this.calls = new CallCounters(instrumentation);
    this.progress = progress;
  }

  /** The program is busy, and its work is to be counted. */
  public void begin(long nowNanos) {
    if (stage == Stage.RESTING) {
      stage = Stage.BEGINNING;
      sinceNanos = nowNanos;
    }
  }

  /** The program printed that it did so much between two moments. */
  public void printed(long fromMillis, long toMillis, double operations) {
    prints = true;
    found.printed(fromMillis, toMillis, operations);
  }

  /** Goes on with the search; to be called ten times a second. */
  public void tick(long nowNanos) {
    found.tick(System.currentTimeMillis());
    long elapsed = nowNanos - sinceNanos;
    switch (stage) {
      case BEGINNING -> {
        if (stacks.looks() >= LEAST_LOOKS) {
          found.search();
          stage(Stage.GROWING, nowNanos);
        }
      }
      case GROWING -> {
        if (isKnown()) {
          stage(Stage.READY, nowNanos);
        } else if (elapsed >= (prints ? PRINTED_NANOS : GROWING_NANOS)) {
          unmatched = found.unmatched();
          calls.begin(stacks.hottest(64));
          stage(Stage.SETTLING, System.nanoTime());
        }
      }
      case SETTLING -> {
        if (nowNanos - lookedNanos >= LOOK_NANOS) {
          lookedNanos = nowNanos;
          calls.look(stacks.threads().size(), nowNanos);
        }
        if (!calls.counts() || elapsed >= SETTLE_NANOS) {
          stage(Stage.READY, nowNanos);
        }
      }
      default -> {
        // Nothing is to be done.
      }
    }
  }

  private void stage(Stage next, long nowNanos) {
    stage = next;
    sinceNanos = nowNanos;
  }

  private boolean isKnown() {
    return progress != null && progress.count() >= 0 || found.matched().isPresent();
  }

  /** Whether all is found that will be, and the compilers are done with what was changed for it. */
  public boolean ready() {
    return stage == Stage.READY;
  }

  /** What counts the program's work by now, the most trusted first. */
  public List<WorkCounter> counters() {
    List<WorkCounter> all = new ArrayList<>();
    if (progress != null && progress.count() >= 0) {
      all.add(new PolledProgress(progress));
    }
    found.matched().ifPresent(all::add);
    if (stage == Stage.READY) {
      all.addAll(calls.counters());
      all.addAll(unmatched);
    }
    return all;
  }

  /** Ends the search, and takes back what was changed for it. */
  public @Nullable String end() {
    stage = Stage.RESTING;
    unmatched = List.of();
    found.forget();
    return calls.end();
  }

  /** To be called once a second: takes back what couldn't be before. */
  public @Nullable String second() {
    return stage == Stage.RESTING ? calls.removeRest() : null;
  }
}
