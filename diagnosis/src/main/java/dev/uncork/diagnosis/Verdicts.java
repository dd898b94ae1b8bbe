package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Picks what to say first.
 *
 * <p>The finding that could cost most is the verdict if it could cost {@link #MIN_SAVED} of the run
 * time; where the cores are busy, and it is what threads always wait for, {@link
 * Findings#WORTH_A_CHANGE}. Otherwise the cores tell: busy is healthy, if the JVM may compile as
 * well as it can; unused is idle, unless other processes took them. So a lock at which threads
 * block while all cores are busy is not the verdict, since the threads would only wait for a core
 * instead, unless blocking itself eats CPU time ({@link UnusedCoresBound}).
 */
final class Verdicts {
  static final double MIN_SAVED = 0.05;

  private static final double MIN_SECONDS = 1;
  private static final double BUSY = 0.85;

  /** The same where nothing that was seen is worth a change. */
  private static final double RATHER_BUSY = 0.7;

  /** Threads blocked at a lock on average up to which it is nothing but a lock that is used. */
  static final double HARDLY_ONE = 1;

  private static final double OTHERS = 0.2;

  /** Share of the CPU time in the kernel from which on it isn't code of Java that computes. */
  private static final double IN_KERNEL = 0.5;

  /** Threads that wait for each core from which on there are too many of them. */
  private static final double CROWD = 4;

  /** Threads that wait for a core from which on other processes are in the way. */
  private static final double WAITS_FOR_CORES = 0.3;

  private Verdicts() {}

  static Finding of(Evidence evidence, List<Finding> findings) {
    Optional<Finding> top = findings.stream().findFirst();
    boolean recordedNothing = !evidence.cores().known() && evidence.locks().isEmpty();
    if (evidence.runSeconds() < MIN_SECONDS || recordedNothing && evidence.process().gcs() == 0) {
      return unknown(evidence);
    }
    return top.filter(finding -> finding.savedShareAtMost() >= MIN_SAVED)
        .filter(finding -> !usual(finding, evidence))
        .orElseGet(() -> evidence.cores().known() ? byCores(evidence, top) : unknown(evidence));
  }

  /** A little of what all programs that use their cores do: wait for each other, make garbage. */
  private static boolean usual(Finding finding, Evidence evidence) {
    boolean normal =
        switch (finding.kind()) {
          case SERIAL_PHASE, TOO_FEW_THREADS, STRAGGLER, BARRIER, DEPENDENT_STEPS -> true;
          case SLOW_CONSUMER, SLOW_PRODUCER, HAND_OVER -> true;
          case POOL_TOO_SMALL, PERMITS_EXHAUSTED -> true;
          case REMOTE_WAIT, TIMED_WAIT, STORAGE_WAIT, CHILD_PROCESS -> true;
          case CONTENDED_LOCK -> rarelyBlocks(finding, evidence);
          default -> finding instanceof Finding.GarbageCollection gc && gc.ofGarbage();
        };
    return normal
        && finding.savedShareAtMost() < Findings.WORTH_A_CHANGE
        && activeShare(evidence) >= BUSY * (1 - evidence.cores().othersShare());
  }

  /**
   * Whether hardly a thread is blocked at a lock, and handing it over burns nothing; or at each of
   * many locks, whose holders wait for a core.
   */
  private static boolean rarelyBlocks(Finding finding, Evidence evidence) {
    if (finding instanceof Finding.ContendedLock lock) {
      return lock.blockedThreads() < HARDLY_ONE && lock.burntShare() == 0;
    }
    return finding instanceof Finding.Waiting waiting
        && waiting.root().threads() < HARDLY_ONE * locksAt(waiting.root().site(), evidence);
  }

  /** How many locks threads block at there. */
  private static long locksAt(Optional<Frame> site, Evidence evidence) {
    String method = site.map(Frame::qualifiedMethod).orElse("");
    return evidence.locks().stream()
        .filter(row -> row.use().blocked() > 0)
        .filter(
            row -> row.sites().stream().anyMatch(at -> at.frame().qualifiedMethod().equals(method)))
        .count();
  }

  private static Finding byCores(Evidence evidence, Optional<Finding> top) {
    Cores cores = evidence.cores();
    double active = activeShare(evidence);
    double free = 1 - cores.machineBusyShare();
    boolean locksBlock = top.filter(f -> f.kind() == FindingKind.CONTENDED_LOCK).isPresent();
    double waiting = evidence.threadsWithoutCore();
    double crowd = waiting - cores.othersShare() * cores.count(); // some wait for the others' cores
    if (crowd >= CROWD * cores.count() && free < 1 - BUSY) {
      return new Finding.Oversubscribed(cores.count(), cores.machineBusyShare(), crowd);
    }
    boolean takesTheRest = active >= RATHER_BUSY * (1 - cores.othersShare());
    if (active >= RATHER_BUSY || takesTheRest && cores.othersShare() < OTHERS) {
      String option = evidence.recording().jvm().interpreted().option();
      return option.isEmpty() || evidence.process().systemShare() >= IN_KERNEL
          ? healthy(evidence, active, locksBlock)
          : new Finding.Unoptimized(option, active);
    }
    boolean wantsCores = !evidence.ledger().known() || waiting >= WAITS_FOR_CORES;
    if (cores.othersShare() >= OTHERS && free < 1 - BUSY && wantsCores) {
      return new Finding.MachineBusy(cores.othersShare());
    }
    boolean seen = evidence.recording().byUncork();
    return new Finding.Idle(cores.busyShare(), locksBlock, seen);
  }

  private static Finding healthy(Evidence evidence, double active, boolean locksBlock) {
    int cores = evidence.cores().count();
    boolean measured = evidence.curve().known() || cores == 1;
    return new Finding.Healthy(cores, active, locksBlock, burntUnseen(evidence.curve()), measured);
  }

  private static double burntUnseen(CoreCurve curve) {
    double burnt = curve.burns().isEmpty() ? curve.burnt().value() : 0;
    return burnt >= Findings.MUCH_BURNT ? burnt : 0;
  }

  /** Busy share of the time for which the use of the cores is known. */
  private static double activeShare(Evidence evidence) {
    double busy = 0;
    double all = 0;
    for (Phase phase : evidence.phases()) {
      boolean ran = phase.kind() != Phase.Kind.IDLE && phase.kind() != Phase.Kind.UNKNOWN;
      busy += ran ? phase.busyCores() * phase.seconds() : 0;
      all += phase.kind() == Phase.Kind.UNKNOWN ? 0 : phase.seconds();
    }
    return all == 0 ? 0 : busy / all / Math.max(1, evidence.cores().count());
  }

  private static Finding unknown(Evidence evidence) {
    return new Finding.Unknown(
        evidence.runSeconds() < MIN_SECONDS, evidence.recording().durationNanos());
  }
}
