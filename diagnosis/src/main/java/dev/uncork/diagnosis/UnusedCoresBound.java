package dev.uncork.diagnosis;

import dev.uncork.diagnosis.habit.ApartHolder;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RootBounds;
import dev.uncork.diagnosis.ledger.Seconds;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.Recording;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The gain that one lock stands in the way of, by accounting alone.
 *
 * <p>In every second, threads that no longer block can keep at most as many more cores busy as
 * threads were blocked, and at most as many as were unused, or used by the JVM itself once the
 * program has started: compiling and watching don't grow with the operations. If an operation costs
 * the CPU time that it costs now, throughput grows with the cores that operations keep busy.
 * Blocking itself costs CPU time too, in the kernel: where more than {@link #MIN_BLOCKED_RATE}
 * acquires a second blocked, the time in the kernel is at least {@link #MIN_SYSTEM_SHARE}, and
 * threads gave up their CPU about as often as acquires blocked (or that isn't known), up to all of
 * the system time would go as well, but no more than putting a thread to sleep and waking it up
 * takes; and at most as much again in user mode. What an {@link ApartHolder} uses is no part of an
 * operation either. The bound doesn't see what spinning costs, and the next bottleneck usually
 * comes before it is reached.
 */
final class UnusedCoresBound {
  static final double MIN_BLOCKED_RATE = 1000;
  static final double MIN_SYSTEM_SHARE = 0.15;

  /** Share of the unused cores from which on other processes that use them are worth a word. */
  private static final double DEPENDS_ON_OTHERS = 0.2;

  private static final double SWITCHES_PER_BLOCK = 0.5;

  /** What it takes the kernel at most to put a thread to sleep, and to wake it up. */
  private static final double MOST_NANOS_PER_BLOCK = 50_000;

  private static final long LONG_ACQUIRE_NANOS = 1_000_000_000L;

  private UnusedCoresBound() {}

  /**
   * The bound for one lock; empty where the recording doesn't allow one. What a program did while
   * it started is no part of an operation: a later part counts where there is more to gain.
   */
  static Optional<Gain> of(LockUse lock, Recording recording, Seconds seconds, Ledger ledger) {
    List<Integer> later = RootBounds.laterStarts(seconds.count(), 1, seconds.total());
    double apart = ApartHolder.share(lock, recording, ledger.operatingCoreSeconds());
    return Stream.concat(Stream.of(0), later.stream())
        .flatMap(
            from ->
                of(lock, recording, seconds, ledger, apart, from, later.isEmpty() || from > 0)
                    .stream())
        .max(Comparator.comparingDouble(Gain::atMostShare));
  }

  private static Optional<Gain> of(
      LockUse lock,
      Recording recording,
      Seconds seconds,
      Ledger ledger,
      double apartShare,
      int fromSecond,
      boolean started) {
    double busy = 0;
    double unused = 0;
    double own = 0;
    double free = 0;
    double regained = 0;
    long acquireNanos = 0;
    for (int s = fromSecond; s < seconds.count(); s++) {
      if (seconds.known(s)) {
        busy += seconds.busyCores(s) * seconds.length(s);
        unused += seconds.unusedCores(s) * seconds.length(s);
        free += seconds.freeCores(s) * seconds.length(s);
        own += started ? ledger.jvmCores(s) * seconds.length(s) : 0;
      }
    }
    for (LockUse.LockSecond second : lock.seconds()) {
      int s = second.second();
      if (s >= fromSecond && s < seconds.count() && seconds.known(s)) {
        acquireNanos += second.acquireNanos();
        double cores = seconds.unusedCores(s) + (started ? ledger.jvmCores(s) : 0);
        regained += Math.min(second.acquireNanos() / 1e9, cores * seconds.length(s));
      }
    }
    if (busy <= 0) {
      return Optional.empty();
    }
    if (lock.maxAcquireNanos() > LONG_ACQUIRE_NANOS) {
      // Such an acquire began in an earlier second than the one in which it counts.
      regained =
          Math.min((fromSecond == 0 ? lock.totalAcquireNanos() : acquireNanos) / 1e9, unused + own);
    }
    double operating = ledger.operatingCoreSeconds(fromSecond);
    double working = operating > 0 ? Math.min(busy, operating) : busy;
    double apart = working * apartShare;
    double fromIdle = (regained + apart) / (working - apart);
    double switching = switchingShare(lock, recording);
    return Optional.of(
        new Gain(
            Gain.share(fromIdle, Gain.mostSwitching(switching)),
            fromIdle,
            switching,
            others(unused - free, unused),
            recording.lockSource() == LockSource.JFR_ABOVE_THRESHOLD));
  }

  /** Whether others used so much of what a program didn't use that its gain depends on them. */
  static boolean others(double theirs, double unused) {
    return theirs > DEPENDS_ON_OTHERS * unused;
  }

  /** Share of the CPU time in the kernel, where it is so much that waiting may be the reason. */
  static double inKernel(ProcessSummary process) {
    return process.systemShare() < MIN_SYSTEM_SHARE
        ? 0
        : Math.min(Gain.MOST_SWITCHING, process.systemShare());
  }

  private static double switchingShare(LockUse lock, Recording recording) {
    double seconds = recording.durationNanos() / 1e9;
    long user = recording.process().stream().mapToLong(ProcessTick::userNanos).sum();
    long system = recording.process().stream().mapToLong(ProcessTick::systemNanos).sum();
    long switches =
        recording.process().stream()
            .mapToLong(ProcessTick::voluntarySwitches)
            .reduce(0, ProcessTick::sum);
    if (user + system == 0 || seconds <= 0 || lock.blocked() / seconds < MIN_BLOCKED_RATE) {
      return 0;
    }
    double share = (double) system / (user + system);
    // The agent doesn't count switches: the kernel tells them per thread only.
    boolean byBlocking = switches <= 0 || switches >= SWITCHES_PER_BLOCK * lock.blocked();
    double most = lock.blocked() * MOST_NANOS_PER_BLOCK / (user + system);
    return share >= MIN_SYSTEM_SHARE && byBlocking
        ? Math.min(Gain.MOST_SWITCHING, Math.min(share, most))
        : 0;
  }
}
