package dev.uncork.agent.observe.experiment;

import dev.uncork.agent.observe.work.WorkSearch;
import dev.uncork.boot.sample.ThreadStacks;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of windows, one on fewer and one on all cores, until the curve is known well enough or
 * what it may cost is spent.
 *
 * <p>It begins when the program is busy or contended, what counts its work is known and the JIT
 * compilers rest, or after some seconds, and pauses while the program isn't. {@link #second},
 * {@link #tick} and {@link #stop} belong to one thread; rounds run on another, one at a time.
 */
public final class CoreExperiment {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long WARM_UP_NANOS = 3 * SECOND_NANOS;
  private static final long HOUR_NANOS = 3600 * SECOND_NANOS;
  private static final long STOP_NANOS = SECOND_NANOS;

  /** Rounds of long windows, before what they count decides how long the next ones are. */
  private static final int LONG_ROUNDS = 3;

  /** What is around it. */
  public interface Surroundings {
    /** Stacks are to be sampled often, for the time of some rounds, or as usual again. */
    void sampleOften(boolean often);

    /** Whether whoever began the session is gone, so that nobody waits for what comes of it. */
    boolean isLeft();

    /** It isn't possible here, or not any more. */
    void lost(String reason);

    /** A thread of the experiment's has used so much of a processor. */
    void spent(long cpuNanos);
  }

  private final Surroundings surroundings;
  private final WorkSearch work;
  private final BooleanSupplier sharesNothing;
  private final boolean hourly;
  private final boolean deciding;
  private final long sessionNanos;
  private final HeldRounds rounds = new HeldRounds();
  private WindowBudget budget;
  private CurveSpread spread = new CurveSpread();

  /** How long the program is held in the next round. */
  private volatile long windowNanos = Window.LONG_NANOS;

  private long begunNanos;
  private boolean isWanted;
  private boolean isWarm;
  private boolean over;
  private volatile int wantedCores;
  private volatile boolean stopping;
  private volatile @Nullable String failure;
  private @Nullable Thread running;

  /**
   * Holds nothing yet.
   *
   * @param work finds out what counts the program's work
   * @param sharesNothing whether the program's code touches no memory that threads may share
   * @param hourly whether there is to be another one every hour
   * @param deciding whether it may end as soon as fewer cores are clearly faster
   */
  public CoreExperiment(
      Surroundings surroundings,
      WorkSearch work,
      BooleanSupplier sharesNothing,
      boolean hourly,
      boolean deciding,
      long nowNanos) {
    this.surroundings = surroundings;
    this.work = work;
    this.sharesNothing = sharesNothing;
    this.hourly = hourly;
    this.deciding = deciding;
    this.sessionNanos = nowNanos;
    this.budget = new WindowBudget(nowNanos);
  }

  /** Called once a second; begins a round if one is due. */
  public void second(long nowNanos, ProgramActivity activity) {
    if (running != null && running.isAlive()) {
      return;
    }
    running = null;
    if (surroundings.isLeft()) {
      if (!over) {
        end();
      }
      return;
    }
    String failed = failure;
    if (failed != null && !over) {
      end();
      surroundings.lost(failed);
    }
    if (over && hourly && failed == null && nowNanos - begunNanos >= HOUR_NANOS) {
      begunNanos = 0;
      over = false;
      budget = new WindowBudget(sessionNanos);
      spread = new CurveSpread();
      windowNanos = Window.LONG_NANOS;
    }
    isWanted = !over && activity.dependsOn(Runtime.getRuntime().availableProcessors());
    isWarm = activity.isWarm() || nowNanos - sessionNanos >= WARM_UP_NANOS;
    if (isWanted) {
      wantedCores = activity.wantedCores();
      work.begin();
      beginOnceReady(nowNanos);
    }
  }

  /** Called some times a second: the first round begins as soon as it can. */
  public void tick(long nowNanos) {
    if (isWanted && begunNanos == 0) {
      beginOnceReady(nowNanos);
    }
  }

  private void beginOnceReady(long nowNanos) {
    if (isWarm && work.ready()) {
      begin(nowNanos);
    }
  }

  private void begin(long nowNanos) {
    if (begunNanos == 0) {
      begunNanos = nowNanos;
    }
    failure = rounds.prepare();
    if (spread.isOutdoneBy(work.counters().stream().map(WindowRates::nameOf).toList())) {
      spread = new CurveSpread();
    }
    if (failure == null && isKnown()) {
      end();
    } else if (failure == null && budget.allows(windowNanos, isPlain(), nowNanos)) {
      Thread thread = new Thread(null, this::runRounds, "uncork-experiment", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      running = thread;
      thread.start();
    }
  }

  private boolean isKnown() {
    return spread.isSettled()
        || deciding && (spread.isDecided() || isPlain())
        || budget.exhaustedBy(windowNanos);
  }

  private boolean isPlain() {
    return spread.isPlain(sharesNothing.getAsBoolean());
  }

  private void runRounds() {
    long cpuNanos = ThreadStacks.cpuNanos0(Thread.currentThread());
    try {
      surroundings.sampleOften(true);
      do {
        round();
      } while (!isStopping() && budget.allows(windowNanos, isPlain(), System.nanoTime()));
    } catch (Throwable e) {
      failure = "internal error: " + e;
      rounds.finish();
    } finally {
      surroundings.sampleOften(false);
      surroundings.spent(ThreadStacks.cpuNanos0(Thread.currentThread()) - cpuNanos);
    }
  }

  private void round() {
    long lengthNanos = windowNanos;
    List<Window> windows = rounds.run(work.counters(), wantedCores, lengthNanos, this::isStopping);
    budget.spend(lengthNanos);
    if (!windows.isEmpty()) {
      spread.add(windows.stream().map(Window::rates).toList(), rounds.cores(), lengthNanos);
      if (spread.completeRounds() >= LONG_ROUNDS) {
        windowNanos = windows.stream().mapToLong(Window::wantedNanos).max().orElse(lengthNanos);
      }
    }
  }

  private boolean isStopping() {
    return stopping || surroundings.isLeft();
  }

  private void end() {
    over = true;
    rounds.finish();
    work.end();
  }

  /** What came of it, when it has ended; null before, or where it came to nothing. */
  public @Nullable BestCores best() {
    return over ? spread.best() : null;
  }

  /** Ends it, with a round that is under way. All threads are given back when it returns. */
  public void stop() {
    stopping = true;
    long deadline = System.nanoTime() + STOP_NANOS;
    Thread thread = running;
    while (thread != null && thread.isAlive() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    end();
  }
}
