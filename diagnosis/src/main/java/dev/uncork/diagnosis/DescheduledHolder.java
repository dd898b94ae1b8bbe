package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockUse;
import java.util.List;
import java.util.Optional;

/**
 * The finding that a lock's holder loses its processor while it holds the lock: acquires reach a
 * scheduler's slice although sections are short, and there are more threads to run than processors,
 * or the control group's CPU quota runs out.
 *
 * <p>How often: all who wait while the holder is away are late together, so their number is divided
 * by how many wait on average. For how long: what a late acquire takes on average.
 */
final class DescheduledHolder {
  /** Sections longer than that can make others wait as long as the scheduler does. */
  private static final double SHORT_HOLD_NANOS = 200_000;

  /** Late acquires a second below which nothing is worth a word. */
  private static final double LEAST_PER_SECOND = 1;

  private DescheduledHolder() {}

  static Optional<Finding> of(Evidence evidence) {
    return evidence.locks().stream()
        .filter(row -> row.use().longBlocked() > 0)
        .findFirst()
        .flatMap(row -> of(row, evidence));
  }

  private static Optional<Finding> of(LockRow row, Evidence evidence) {
    LockUse use = row.use();
    double seconds = Math.max(1e-9, evidence.runSeconds());
    double waiting = use.totalAcquireNanos() / 1e9 / seconds;
    double cores = Math.max(1, evidence.cores().count());
    boolean tooMany =
        evidence.coresAreShort() && evidence.cores().busyShare() * cores + waiting > cores;
    boolean throttled = evidence.process().throttledPeriods() > 0;
    double late = use.longBlocked() / seconds;
    List<LockHold> timed = timed(use, evidence);
    boolean writing = row.holder().filter(LockRow.Holder::writing).isPresent();
    boolean mayBeShort =
        !writing && timed.stream().allMatch(hold -> hold.medianNanos() <= SHORT_HOLD_NANOS);
    boolean away = tooMany || throttled;
    if (!away || !mayBeShort || late < LEAST_PER_SECOND || waitsItself(row, evidence)) {
      return Optional.empty();
    }
    double awayNanos = Math.min(use.maxAcquireNanos(), lateNanos(use));
    double times = late / Math.max(1, waiting);
    return Optional.of(
        new Finding.HolderDescheduled(
            row,
            waiting,
            times,
            awayNanos,
            !timed.isEmpty(),
            throttled
                ? Optional.of(
                    new Throttling(
                        evidence.process().throttledPeriods(), evidence.process().throttledNanos()))
                : Optional.empty(),
            evidence.cores().count()));
  }

  /** Mean time of the late acquires; the others together took less than a millisecond each. */
  private static double lateNanos(LockUse use) {
    long shortOnes = use.blocked() - use.longBlocked();
    double ofShort = Math.min(use.totalAcquireNanos() * 0.5, shortOnes * 100_000.0);
    return Math.max(1e6, (use.totalAcquireNanos() - ofShort) / use.longBlocked());
  }

  /** Whether looks mostly saw its holders wait for something else than a core. */
  private static boolean waitsItself(LockRow row, Evidence evidence) {
    return evidence.ledger().roots().stream()
        .filter(root -> root.row() == RowKind.LOCKS)
        .filter(root -> Findings.mayBe(row, root))
        .findFirst()
        .flatMap(Root::cause)
        .filter(cause -> cause.activity() != Activity.RUNNING)
        .filter(cause -> cause.activity() != Activity.LOCK)
        .isPresent();
  }

  private static List<LockHold> timed(LockUse use, Evidence evidence) {
    return evidence.recording().holds().stream()
        .filter(hold -> hold.lockClass().equals(use.id().lockClass()))
        .filter(hold -> hold.samples() > 0)
        .toList();
  }
}
