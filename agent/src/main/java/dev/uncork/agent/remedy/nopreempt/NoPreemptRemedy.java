package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.agent.remedy.Observed;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.boot.nopreempt.NonPreemption;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.rewriting.selection.ClassSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Temporary non-preemption, for the locks whose holders lose their processors.
 *
 * <p>Once a second, or in four where there is nothing to decide, it looks at the counts. A class of
 * locks for which acquires reach a scheduler's slice, though it is held shortly, gets the methods
 * that take it rewritten; seconds with the kernel's time-slice extension, with longer slices, as
 * far as the kernel has them, and without either then show whether one helps. What helps most stays
 * until nobody waits for the lock any more; what doesn't is taken back. Slices have to prove
 * themselves again later, and shorter ones are tried where long ones lose.
 */
public final class NoPreemptRemedy implements Remedy {
  /** A millisecond each, at least: from 2 % of the time on, that nobody works who waits. */
  private static final long LATE_PER_SECOND = 20;

  /** After which Uncork looks rarely, though nothing was late until then. */
  private static final int SECONDS_TO_FIND = 30;

  /** Between two looks, the first of which showed nothing that is to be watched. */
  private static final int REST_SECONDS = 4;

  /** After which longer slices are tried again: what they won may have been of its time. */
  private static final int AGAIN_SECONDS = 60;

  /** The same for each further trial. */
  private static final int LATER_AGAIN_SECONDS = 600;

  /** The third is for where longer slices lose. */
  private static final List<NonPreemption.Way> FIRST_WAYS =
      List.of(NonPreemption.Way.EXTENSION, NonPreemption.Way.LONGER_SLICE);

  private static final long SHORT_HOLD_NANOS = 200_000;

  /** In a second, while the JVM's compilers count as at rest. */
  private static final long COMPILING_NANOS = 50_000_000;

  private enum Stage {
    WATCHING,
    TRYING,
    KEPT,
    GIVEN_UP
  }

  private final RemedySite site;
  private final RemedyEvents events = new RemedyEvents(RemedyName.NOPREEMPT);
  private final LateLocks late = new LateLocks();
  private final LateStreaks streaks = new LateStreaks();
  private final LateSections sections;
  private final List<NonPreemption.Way> ways = new ArrayList<>();

  private Stage stage = Stage.WATCHING;
  private String lockClass = "";
  private Trials trials = new Trials(List.of());
  private long secondBeganNanos;
  private long lookedNanos = System.nanoTime();
  private StillNeeded stillNeeded = new StillNeeded();
  private SectionRate rate = new SectionRate(0);
  private double keptSeconds;
  private int againSeconds;
  private long compilingNanos;
  private int settlingSeconds;
  private int secondsSoFar;
  private boolean looksRarely;
  private boolean rests;
  private NonPreemption.@Nullable Way kept;
  private @Nullable ChosenSections chosen;
  private String outcome = "no lock needed it";

  /** Changes nothing yet. */
  public NoPreemptRemedy(RemedySite site) {
    this.site = site;
    this.sections = new LateSections(site.instrumentation(), late);
  }

  @Override
  public @Nullable String start() {
    openMemory();
    String lacking = probe();
    String classes = site.options().find(AgentOption.NOPREEMPT);
    if (lacking == null && classes != null && !classes.equals(AgentOption.BY_STATISTICS)) {
      force(ClassSelection.of(classes));
    }
    return lacking;
  }

  /** Finds out what the kernel has: null when it has something, else what it lacks. */
  private @Nullable String probe() {
    List<String> missing = new ArrayList<>();
    for (NonPreemption.Way way : FIRST_WAYS) {
      String reason = NonPreemption.probe(way);
      if (reason == null) {
        ways.add(way);
      } else {
        missing.add(words(way) + ": " + reason);
      }
    }
    return ways.isEmpty()
        ? String.join("; ", missing)
            + ". In the program itself, dev.uncork.concurrent.TickLock bounds the waits"
        : null;
  }

  /** Lets what rewritten code calls write to memory by its address. */
  private void openMemory() {
    Module base = Object.class.getModule();
    Module hooks = NonPreemption.class.getModule();
    if (hooks != base) {
      site.instrumentation()
          .redefineModule(
              base,
              Set.of(),
              Map.of("jdk.internal.misc", Set.of(hooks)),
              Map.of(),
              Set.of(),
              Map.of());
    }
  }

  /** Asks in all critical sections of some classes from now on, without asking statistics. */
  private void force(ClassSelection selection) {
    ChosenSections all = new ChosenSections(site.instrumentation(), selection, ways.get(0));
    NonPreemption.switchOn(ways.get(0));
    all.install();
    chosen = all;
    stage = Stage.KEPT;
  }

  @Override
  public void recordingStarted() {
    events.recordingStarted();
  }

  @Override
  public List<LockListener> listeners() {
    return List.of(late);
  }

  @Override
  public @Nullable String second(long nowNanos, Observed observed) {
    looksRarely |= ++secondsSoFar > SECONDS_TO_FIND;
    DemandMeasurement demand = observed.demand();
    long now = System.nanoTime();
    double seconds = (now - lookedNanos) / 1e9;
    lookedNanos = now;
    boolean compiling = observed.compilersNanos() - compilingNanos > COMPILING_NANOS * seconds;
    compilingNanos = observed.compilersNanos();
    Map<String, LateLocks.Second> counts = late.takeSecond();
    LateLocks.Second ofChosen = counts.getOrDefault(lockClass, new LateLocks.Second());
    String problem =
        switch (stage) {
          case WATCHING ->
              demand.finished() && settled(compiling) ? watch(counts, demand, seconds) : null;
          case TRYING -> attempt(ofChosen, compiling);
          case KEPT -> chosen != null ? null : keep(ofChosen, seconds);
          case GIVEN_UP -> null;
        };
    String rest = sections.removeRest();
    rests =
        switch (stage) {
          case WATCHING -> demand.rests() && !compiling && streaks.isEmpty();
          case TRYING -> false;
          case KEPT -> chosen != null || ofChosen.blocked > 0 && !rate.mayFall();
          case GIVEN_UP -> true;
        };
    events.drain();
    return problem == null ? rest : problem;
  }

  @Override
  public void emit() {
    events.drain();
  }

  /**
   * From the moment on that a lock was late, or half a minute after the beginning: then more where
   * there was nothing to be watched.
   */
  @Override
  public int pauseSeconds() {
    return !looksRarely ? 0 : rests ? REST_SECONDS : 1;
  }

  @Override
  public boolean isTrying() {
    return stage == Stage.TRYING;
  }

  @Override
  public @Nullable String undo(String why) {
    if (stage == Stage.TRYING || stage == Stage.KEPT) {
      tell(RemedyState.UNDONE, why);
    }
    stage = Stage.GIVEN_UP;
    return withdraw();
  }

  @Override
  public String summary() {
    NonPreemption.Counts counts = NonPreemption.counts();
    ChosenSections all = chosen;
    String line =
        RemedyName.NOPREEMPT.label()
            + ": "
            + (all == null ? outcome : all.summary() + ", by " + words(ways.get(0)));
    return counts.granted() == 0
        ? line
        : line
            + "; "
            + counts.granted()
            + " slices extended, of which "
            + counts.yielded()
            + " given back, "
            + counts.revoked()
            + " revoked, "
            + counts.lent()
            + " left to the kernel";
  }

  /** While the JVM's compilers are at work, holders lose their processors to these. */
  private boolean settled(boolean compiling) {
    settlingSeconds += compiling ? 1 : 0;
    return !compiling || settlingSeconds > Trials.MOST_SETTLING_SECONDS;
  }

  private @Nullable String watch(
      Map<String, LateLocks.Second> counts, DemandMeasurement demand, double seconds) {
    Optional<String> lateForLong =
        streaks.look(
            counts,
            LATE_PER_SECOND * seconds,
            lock -> demand.medianHoldNanos(lock).orElse(0) <= SHORT_HOLD_NANOS);
    return lateForLong.isPresent() ? suspect(lateForLong.get()) : null;
  }

  /** Uncork's own looks may have made it late, so it has to be late without them, too. */
  private @Nullable String suspect(String late) {
    streaks.clear();
    if (looksRarely) {
      return begin(late);
    }
    looksRarely = true;
    return null;
  }

  private @Nullable String begin(String late) {
    if (DemandMeasurement.tooManyThreads()) {
      stage = Stage.GIVEN_UP;
      outcome = "too many threads to change the code under them";
      return null;
    }
    lockClass = late;
    LateSections.Outcome rewritten =
        sections.install(
            late,
            ways.contains(NonPreemption.Way.LONGER_SLICE)
                ? SectionHooks.ALL
                : SectionHooks.REQUESTS);
    rewritten.refused().forEach(reason -> tell(RemedyState.REFUSED, reason));
    if (!sections.installed()) {
      stage = Stage.GIVEN_UP;
      outcome = "no method that takes " + late + " could be rewritten: " + rewritten.refused();
      return null;
    }
    tell(RemedyState.APPLIED, "requests in " + String.join(", ", rewritten.changed()));
    outcome = lockClass + ": the program ended before its trial was over";
    stillNeeded = new StillNeeded();
    trials = new Trials(ways);
    againSeconds = AGAIN_SECONDS;
    beginTrial();
    return null;
  }

  private @Nullable String choose() {
    Optional<NonPreemption.Way> next = trials.next();
    if (next.isPresent()) {
      beginTrial(next.get());
      return null;
    }
    Optional<NonPreemption.Way> best = trials.best(NonPreemption.nested());
    String detail = trials.figures(best, NoPreemptRemedy::words);
    if (best.isEmpty()) {
      tell(RemedyState.UNDONE, detail + ": no help, or slower");
      outcome =
          lockClass + ": tried and undone, since nothing helped without slowing it down; " + detail;
      stage = Stage.GIVEN_UP;
      return withdraw();
    }
    tell(RemedyState.KEPT, detail);
    outcome = lockClass + " by " + detail;
    stage = Stage.KEPT;
    keptSeconds = 0;
    rate = new SectionRate(trials.sectionsPerSecond(best.get()));
    kept = best.get();
    sections.rewrite(lockClass, SectionHooks.of(best.get()));
    NonPreemption.switchOn(best.get());
    return null;
  }

  private @Nullable String attempt(LateLocks.Second counts, boolean compiling) {
    double seconds = (System.nanoTime() - secondBeganNanos) / 1e9;
    trials.count(counts.blocked, counts.longBlocked, NonPreemption.sections() / seconds, compiling);
    if (!trials.over()) {
      beginSecond();
      return null;
    }
    NonPreemption.switchOff();
    if (trials.latePerSecondWithout() < LATE_PER_SECOND) {
      outcome = lockClass + " no longer needs it: hardly any acquire is late";
      tell(RemedyState.UNDONE, "hardly any acquire is late any more");
      streaks.doubleFor(lockClass);
      stage = Stage.WATCHING;
      return withdraw();
    }
    return choose();
  }

  /** A trial of one way, on top of those before. */
  private void beginTrial(NonPreemption.Way way) {
    trials.again(way);
    beginTrial();
  }

  private void beginTrial() {
    stage = Stage.TRYING;
    beginSecond();
  }

  /** One of the trials' seconds, with one of the ways or without any. */
  private void beginSecond() {
    trials.turn().ifPresentOrElse(NonPreemption::switchOn, NonPreemption::switchOff);
    secondBeganNanos = System.nanoTime();
  }

  private @Nullable String keep(LateLocks.Second counts, double seconds) {
    switch (stillNeeded.second(counts.blocked)) {
      case WITH -> {
        if (kept != null) {
          keepOn(kept, seconds);
        }
        return null;
      }
      case WITHOUT -> {
        NonPreemption.switchOff();
        return null;
      }
      default -> {
        tell(RemedyState.UNDONE, "nobody waited, even during a second without the remedy");
        stage = Stage.WATCHING;
        return withdraw();
      }
    }
  }

  /** Slices are tried again at times, and where they may lose by now. */
  private void keepOn(NonPreemption.Way way, double seconds) {
    NonPreemption.keepOn(way);
    keptSeconds += seconds;
    boolean due = keptSeconds >= againSeconds;
    if (way.givesSlices() && (due || rate.fell(NonPreemption.sections(), seconds))) {
      againSeconds = due ? LATER_AGAIN_SECONDS : againSeconds;
      beginTrial(way);
    }
  }

  private @Nullable String withdraw() {
    NonPreemption.switchOff();
    return chosen == null ? sections.remove() : chosen.remove();
  }

  private static String words(NonPreemption.Way way) {
    return switch (way) {
      case EXTENSION -> "time-slice extension";
      case LONGER_SLICE -> "longer slices";
      case MEDIUM_SLICE -> "slices of 3 ms";
    };
  }

  private void tell(RemedyState state, String detail) {
    events.tell(lockClass, state, detail);
  }
}
