package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.code.ClassCode;
import dev.uncork.agent.observe.code.FieldUses;
import dev.uncork.agent.observe.code.HotStacks;
import dev.uncork.agent.observe.code.HotStacks.HotStack;
import dev.uncork.agent.observe.progress.JmxProgress;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out in what the program's work can be counted, without being told. Ten times a second it is
 * given a moment; nothing is done before threads were seen to use CPU time.
 *
 * <p>What is found first is what costs nothing: counters that the program offers, or has for its
 * own ends. Only where none of these is known to count work, and work is to be counted, are calls
 * of methods counted, too.
 *
 * <p>All of it belongs to one thread but {@link #counters}, which another one may ask for and read.
 */
public final class WorkSearch {
  /** Looks at running threads from which on stacks tell what runs. */
  private static final int LEAST_LOOKS = 6;

  /** Looks from which on they tell the hot methods. */
  private static final int MANY_LOOKS = 16;

  /** From when work is to be counted, until calls are, where the program prints no number. */
  private static final long SILENT_NANOS = 500_000_000L;

  /** From when work is to be counted, until numbers were seen to grow. */
  private static final long GROWING_NANOS = 1_500_000_000L;

  /** The same where the program prints, so that growth can be compared with it. */
  private static final long PRINTED_NANOS = 2_500_000_000L;

  /** After code was changed, until it is compiled again. */
  private static final long SETTLE_NANOS = 1_000_000_000L;

  private static final long LOOK_NANOS = 300_000_000L;

  /**
   * Until the first new look for numbers, steady ones, where there were none; then twice as long.
   */
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private enum Stage {
    RESTING,
    BEGINNING,
    GROWING,
    SETTLING,
    READY
  }

  private final HotStacks stacks;
  private final FieldUses uses;
  private final FoundCounters found;
  private final CallCounters calls;
  private final @Nullable JmxProgress progress;
  private final BooleanSupplier codeIsFree;
  private Stage stage = Stage.RESTING;
  private long grownNanos;
  private long changedNanos;
  private long lookedNanos;
  private long againNanos = AGAIN_NANOS;
  private long searchedNanos;
  private long searchNanos = AGAIN_NANOS;
  private boolean searched;
  private boolean prints;
  private boolean counted;
  private boolean yielded;
  private List<WorkCounter> unmatched = List.of();
  private volatile List<WorkCounter> known = List.of();
  private final JvmCounters ofJvm = new JvmCounters();
  private @Nullable String problem;

  /**
   * Searches for nothing yet.
   *
   * @param progress what the program offers by JMX; null without that module
   * @param codeIsFree whether nobody else changes the program's code, or is about to
   */
  public WorkSearch(
      Instrumentation instrumentation,
      HotStacks stacks,
      ClassCode code,
      @Nullable JmxProgress progress,
      BooleanSupplier codeIsFree) {
    this.stacks = stacks;
    this.uses = new FieldUses(code);
    this.found = new FoundCounters(instrumentation, stacks, uses);
    this.calls = new CallCounters(instrumentation);
    this.progress = progress;
    this.codeIsFree = codeIsFree;
  }

  /** The program's work is to be counted from now on, since it is busy. */
  public void begin() {
    if (stage == Stage.RESTING) {
      stage = Stage.BEGINNING;
    }
  }

  /** Whether the program's work is to be counted. */
  public boolean isWanted() {
    return stage != Stage.RESTING;
  }

  /** The program printed that it did so much between two moments. */
  public void printed(long fromMillis, long toMillis, double operations) {
    prints = true;
    found.printed(fromMillis, toMillis, operations);
  }

  /** Goes on with the search; to be called ten times a second. */
  public void tick(long nowNanos) {
    boolean begins = stage == Stage.BEGINNING;
    if ((begins || !searched) && stacks.looks() >= LEAST_LOOKS) {
      searched = true;
      search(nowNanos);
      searchNanos = AGAIN_NANOS;
      stage = begins ? Stage.GROWING : stage;
      grownNanos = nowNanos;
    } else if (searched
        && nowNanos - searchedNanos >= searchNanos
        && !isKnown()
        && found.othersRun()) {
      search(nowNanos); // It may have loaded something first, and begun its work by now.
      searchNanos *= 2;
    }
    found.tick(System.currentTimeMillis());
    boolean free = codeIsFree.getAsBoolean();
    if (stage == Stage.SETTLING) {
      settle(nowNanos);
    } else if (stage == Stage.GROWING || stage == Stage.READY) {
      grow(nowNanos, free);
    }
    if (!free) {
      yieldCode();
    }
    known = stage == Stage.READY ? all() : List.of();
  }

  private void search(long nowNanos) {
    searchedNanos = nowNanos;
    found.search();
  }

  private void grow(long nowNanos, boolean codeIsFree) {
    long elapsed = nowNanos - grownNanos;
    boolean seen = stacks.looks() >= MANY_LOOKS;
    boolean isKnown = isKnown();
    if (!isKnown
        && codeIsFree
        && !counted
        && seen
        && elapsed >= (prints ? PRINTED_NANOS : SILENT_NANOS)) {
      countCalls();
    } else if (stage == Stage.GROWING
        && (isKnown || seen && elapsed >= (prints ? PRINTED_NANOS : GROWING_NANOS))) {
      unmatched = isKnown ? List.of() : found.unmatched();
      stage = Stage.READY;
      lookedNanos = nowNanos;
      againNanos = AGAIN_NANOS;
    } else if (stage == Stage.READY
        && !isKnown
        && unmatched.isEmpty()
        && nowNanos - lookedNanos >= againNanos) {
      unmatched = found.unmatched(); // what grew unsteadily beside others may be steady by now
      lookedNanos = nowNanos;
      againNanos *= 2;
    }
  }

  private void countCalls() {
    counted = true;
    List<HotStack> hottest = stacks.hottest(HotStacks.FEW);
    calls.begin(hottest, uses.locksOf(hottest));
    stage = calls.counts() ? Stage.SETTLING : Stage.GROWING;
    changedNanos = System.nanoTime();
    lookedNanos = changedNanos;
  }

  private void settle(long nowNanos) {
    if (nowNanos - lookedNanos >= LOOK_NANOS) {
      lookedNanos = nowNanos;
      calls.look(stacks.threads().size());
    }
    if (!calls.counts() || nowNanos - changedNanos >= SETTLE_NANOS) {
      stage = Stage.GROWING;
    }
  }

  /** Others want to change the code, which would take back what was changed here, or theirs. */
  private void yieldCode() {
    if (counted && !yielded) {
      yielded = true;
      problem = calls.end();
      stage = stage == Stage.SETTLING ? Stage.GROWING : stage;
    }
  }

  private boolean isKnown() {
    return progress != null && progress.count() >= 0 || found.matched().isPresent();
  }

  private List<WorkCounter> all() {
    List<WorkCounter> all = new ArrayList<>();
    if (progress != null && progress.count() >= 0) {
      all.add(new PolledProgress(progress));
    }
    found.matched().ifPresent(all::add);
    all.addAll(calls.counters());
    all.addAll(unmatched);
    return List.copyOf(all);
  }

  /** Whether all is found that will be, and the compilers are done with what was changed for it. */
  public boolean ready() {
    return stage == Stage.READY;
  }

  /** What counts the program's work by now, the most trusted first; on any thread. */
  public List<WorkCounter> counters() {
    List<WorkCounter> all = new ArrayList<>(known);
    all.addAll(ofJvm.get());
    return all;
  }

  /** The program's work needn't be counted any more; what was changed for it is taken back. */
  public void end() {
    if (stage == Stage.RESTING) {
      return;
    }
    stage = Stage.RESTING;
    known = List.of();
    unmatched = List.of();
    searched = false;
    counted = false;
    yielded = false;
    found.forget();
    problem = calls.end();
  }

  /**
   * To be called once a second: takes back what couldn't be before.
   *
   * @return null, or what went wrong in taking back, in one line
   */
  public @Nullable String second() {
    String told = problem;
    problem = null;
    if (told == null && stage == Stage.RESTING) {
      told = calls.removeRest();
    }
    return told;
  }
}
