package dev.uncork.agent.observe.demand;

import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.boot.demand.DemandHooks;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.event.LockDemandEvent;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures, once in a session, how often and for how long the hottest locks are held.
 *
 * <p>It waits until threads have waited for locks in several seconds in a row, instruments the
 * classes whose methods take the locks they waited for, measures for {@link #MEASURED_NANOS} after
 * a pause in which the instrumented methods are compiled, and takes it all back. A program without
 * a hot lock is never touched.
 *
 * <p>The price of it is that all code with these methods in it is compiled anew, twice: seconds of
 * CPU time in a program that has just warmed up. Where one lock holds a thread up most of the time
 * that is worth it; where locks are merely warm it waits until the program has run for so long that
 * compiling all its code again would not be noticed.
 */
public final class DemandMeasurement {
  /** Threads that wait on average for one lock from which on it is hot in a second. */
  private static final double HOT_THREADS = 0.75;

  /** Threads that wait on average for any lock from which on these are warm in a second. */
  private static final double WARM_THREADS = 0.02;

  /** The compilers' share of the program's CPU time up to which compiling it again is cheap. */
  private static final double CHEAP_COMPILING = 0.01;

  /** Its own locks aren't the program's. */
  private static final String RECORDER = "jdk.jfr.";

  private static final int HOT_SECONDS = 3;
  private static final long SETTLE_NANOS = 1_500_000_000L;
  private static final long MEASURED_NANOS = 3_000_000_000L;

  /**
   * Threads up to which code is instrumented. Every thread that is in the changed code comes back
   * through a deoptimization, of which HotSpot keeps some 15 KiB per thread until its next one,
   * beside the pages of its stack that this touches.
   */
  private static final int MOST_THREADS = 1000;

  private enum Stage {
    LOOKING,
    SETTLING,
    MEASURING,
    DONE
  }

  private record Site(String method, HotLocks.HotLock lock) {}

  private final SectionInstrumentation sections;
  private final HotLocks hot = new HotLocks();
  private final DoubleSupplier compilingShare;
  private final boolean atOnce;
  private final List<Site> sites = new ArrayList<>();

  /** By class of locks, the medians of its methods, each with the number of acquisitions. */
  private final Map<String, SortedMap<Long, Long>> holdNanos = new HashMap<>();

  private List<HotLocks.HotLock> locks = List.of();
  private Stage stage = Stage.LOOKING;
  private int hotSeconds;
  private int warmSeconds;
  private long lastNanos;
  private long sinceNanos;
  private long[] countsBefore = new long[0];
  private int[] samplesBefore = new int[0];

  /**
   * Measures nothing yet.
   *
   * @param compilingShare the compilers' share of the CPU time that the program has used so far
   * @param atOnce whether warm locks are measured as soon as hot ones, whatever that costs
   */
  public DemandMeasurement(
      Instrumentation instrumentation, DoubleSupplier compilingShare, boolean atOnce) {
    this.compilingShare = compilingShare;
    this.atOnce = atOnce;
    this.sections =
        new SectionInstrumentation(instrumentation, "dev.uncork.boot.demand.DemandHooks");
  }

  /** What has to be told the counts. */
  public LockListener listener() {
    return hot;
  }

  /**
   * Called once a second.
   *
   * @return null, or what went wrong, in one line
   */
  public @Nullable String second(long nowNanos) {
    try {
      switch (stage) {
        case LOOKING -> {
          return look(nowNanos);
        }
        case SETTLING -> settle(nowNanos);
        case MEASURING -> {
          if (nowNanos - sinceNanos >= MEASURED_NANOS) {
            emit(nowNanos - sinceNanos);
            stop(); // what is left is said at the end of the session
            return null;
          }
        }
        case DONE -> {
          hot.takeWaited();
          return sections.removeRest();
        }
      }
      return null;
    } catch (Throwable e) {
      String wrong = stop();
      return "the demand of the hot locks was not measured: " + (wrong == null ? e : wrong);
    }
  }

  /** Whether nothing is being measured, nor will be before locks are waited for. */
  public boolean rests() {
    return finished() || stage == Stage.LOOKING && hotSeconds == 0 && warmSeconds == 0;
  }

  /** Whether all that it will ever measure is measured. */
  public boolean finished() {
    return stage == Stage.DONE;
  }

  /**
   * How long a class of locks is held, by the median over its acquisitions, each taken to last as
   * its method's median; empty where that wasn't measured.
   */
  public OptionalLong medianHoldNanos(String lockClass) {
    SortedMap<Long, Long> acquisitions = holdNanos.getOrDefault(lockClass, new TreeMap<>());
    long left = acquisitions.values().stream().mapToLong(Long::longValue).sum() / 2;
    for (Map.Entry<Long, Long> hold : acquisitions.entrySet()) {
      left -= hold.getValue();
      if (left <= 0) {
        return OptionalLong.of(hold.getKey());
      }
    }
    return OptionalLong.empty();
  }

  /** Takes everything back, but what threads are in loops of, until the next time. */
  public @Nullable String stop() {
    stage = Stage.DONE;
    String wrong = sections.remove();
    if (!sites.isEmpty()) {
      DemandHooks.disarm();
    }
    return wrong;
  }

  private @Nullable String look(long nowNanos) {
    if (!worthIt(hot.takeWaited(), nowNanos)) {
      return null;
    }
    locks = hot.hottest();
    if (locks.isEmpty() || !hooksPresent()) {
      stage = Stage.DONE;
      return null;
    }
    int threadCount = threadCount();
    if (threadCount > MOST_THREADS) {
      stage = Stage.DONE;
      return "the demand of the hot locks was not measured: that could cost each of the "
          + threadCount
          + " threads 15 KiB of memory (it is measured up to "
          + MOST_THREADS
          + " threads)";
    }
    Set<String> spared =
        sections.install(holders(), bytes -> SectionRewriter.rewrite(bytes, this::allot));
    if (!sections.installed()) {
      stage = Stage.DONE;
      return words(spared);
    }
    String[] lockClasses = new String[sites.size()];
    boolean[] exact = new boolean[sites.size()];
    for (int i = 0; i < lockClasses.length; i++) {
      lockClasses[i] = sites.get(i).lock().lockClass();
      exact[i] = sites.get(i).lock().kind() == LockKind.MONITOR;
    }
    DemandHooks.arm(lockClasses, exact);
    sinceNanos = System.nanoTime();
    stage = Stage.SETTLING;
    return words(spared);
  }

  private static @Nullable String words(Set<String> spared) {
    return spared.isEmpty()
        ? null
        : "the demand of locks was not measured in " + String.join("; in ", spared);
  }

  private boolean worthIt(HotLocks.Waited waited, long nowNanos) {
    double nanos = Math.max(1, nowNanos - lastNanos);
    lastNanos = nowNanos;
    hotSeconds = waited.longestNanos() >= HOT_THREADS * nanos ? hotSeconds + 1 : 0;
    warmSeconds = waited.allNanos() >= WARM_THREADS * nanos ? warmSeconds + 1 : 0;
    return hotSeconds >= HOT_SECONDS
        || (warmSeconds >= HOT_SECONDS
            && (atOnce || compilingShare.getAsDouble() <= CHEAP_COMPILING));
  }

  /** Whether changing code under so many threads would cost too much memory. */
  public static boolean tooManyThreads() {
    return threadCount() > MOST_THREADS;
  }

  private static int threadCount() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root.activeCount();
  }

  /** An earlier version's boot classes may be in this JVM. */
  private static boolean hooksPresent() {
    try {
      return Class.forName("dev.uncork.boot.demand.DemandHooks", true, null) == DemandHooks.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private List<Class<?>> holders() {
    Set<String> names = new LinkedHashSet<>();
    locks.forEach(lock -> names.addAll(lock.holders()));
    names.removeIf(name -> name.startsWith(RECORDER));
    List<Class<?>> found = sections.loaded(names);
    found.removeIf(DemandMeasurement::hasNoLock);
    return found;
  }

  /** Even a class that gets its own code once more has all code deoptimized that relies on it. */
  private static boolean hasNoLock(Class<?> type) {
    byte[] code = LongFrames.classFile(type);
    return code != null && !SectionRewriter.concerns(code);
  }

  /** A site for each hot lock, since a method may take several; the objects tell. */
  private int[] allot(String type, String method) {
    List<HotLocks.HotLock> taken =
        locks.stream().filter(lock -> lock.holders().contains(type)).toList();
    if (taken.isEmpty() || sites.size() + taken.size() > DemandHooks.MAX_SITES) {
      return new int[0];
    }
    int first = sites.size();
    taken.forEach(lock -> sites.add(new Site(type + "." + method, lock)));
    return new int[] {first, sites.size() - 1};
  }

  private void settle(long nowNanos) {
    if (nowNanos - sinceNanos < SETTLE_NANOS) {
      return;
    }
    countsBefore = new long[sites.size()];
    samplesBefore = new int[sites.size()];
    for (int i = 0; i < countsBefore.length; i++) {
      countsBefore[i] = DemandHooks.count(i);
      samplesBefore[i] = DemandHooks.samples(i).length;
    }
    sinceNanos = nowNanos;
    stage = Stage.MEASURING;
  }

  private void emit(long intervalNanos) {
    long clockNanos = costOfClock();
    for (int i = 0; i < countsBefore.length; i++) {
      long acquisitions = DemandHooks.count(i) - countsBefore[i];
      if (acquisitions <= 0) {
        continue;
      }
      long[] all = DemandHooks.samples(i);
      // A full ring holds only late samples; else those of the time before compilation go.
      int from = all.length < DemandHooks.MAX_SAMPLES ? samplesBefore[i] : 0;
      long[] holds = Arrays.copyOfRange(all, Math.min(from, all.length), all.length);
      for (int s = 0; s < holds.length; s++) {
        holds[s] = Math.max(0, holds[s] - clockNanos);
      }
      Arrays.sort(holds);
      Site site = sites.get(i);
      LockDemandEvent event = new LockDemandEvent();
      event.lockClass = site.lock().lockClass();
      event.kind = site.lock().kind().label();
      event.method = site.method();
      event.acquisitions = acquisitions;
      event.samples = holds.length;
      if (holds.length > 0) {
        event.medianHold = holds[holds.length / 2];
        holdNanos
            .computeIfAbsent(event.lockClass, name -> new TreeMap<>())
            .merge(event.medianHold, acquisitions, Long::sum);
        event.meanHold = (long) Arrays.stream(holds).average().orElse(0);
        event.tailHold = holds[(int) (holds.length * 0.99)];
      }
      event.interval = intervalNanos;
      event.commit();
    }
  }

  /** The least time that two readings of the clock lie apart is part of every sample. */
  private static long costOfClock() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10_000; i++) {
      long start = System.nanoTime();
      long nanos = System.nanoTime() - start;
      least = Math.min(least, Math.max(0, nanos));
    }
    return least;
  }
}
