package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RootBounds;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the ledger's rows say about a program.
 *
 * <p>{@link RootBounds} say what each could cost. Where most of the idle cores had nothing to do at
 * all, no wait is blamed: the program has no demand.
 */
final class LedgerFindings {
  private static final int MAX_FINDINGS = 8;

  /** Share of the cores' time below which a root isn't worth a word. */
  private static final double MIN_SHARE = 0.03;

  /**
   * Share of a class's blocked time that one of its locks must have to stand for all of them; and
   * of the threads that wait, who may wait to be notified instead.
   */
  private static final double ONE_LOCK = 0.5;

  private final Evidence evidence;
  private final Ledger ledger;
  private final RootBounds bounds;

  private LedgerFindings(Evidence evidence) {
    this.evidence = evidence;
    this.ledger = evidence.ledger();
    this.bounds = new RootBounds(ledger, evidence.runSeconds());
  }

  static List<Finding> of(Evidence evidence) {
    LedgerFindings findings = new LedgerFindings(evidence);
    List<Finding> result = new ArrayList<>();
    findings.quota().ifPresent(result::add);
    double noDemand = findings.ledger.leftWithoutDemand();
    boolean lockSeen = false;
    for (Root root : findings.ledger.roots()) {
      boolean worth =
          root.leftCoreSeconds() >= MIN_SHARE * findings.ledger.coreSeconds()
              && root.leftCoreSeconds() >= noDemand
              && root.kind() != FindingKind.UNKNOWN;
      if (root.kind() == FindingKind.DEADLOCK || worth && result.size() < MAX_FINDINGS) {
        Finding finding = findings.finding(root);
        lockSeen |= finding instanceof Finding.ContendedLock;
        result.add(finding);
      }
    }
    if (!lockSeen) {
      findings.switchingLock().ifPresent(result::add);
    }
    return result;
  }

  private Finding finding(Root root) {
    double saved = bounds.saved(root);
    if (root.kind() == FindingKind.CONTENDED_LOCK) {
      Optional<LockRow> row = lock(root);
      if (row.isPresent()) {
        double more = bounds.gain(root);
        return contended(
            row.get(), saved, evidence.bound(row.get()).map(gain -> gain.fromIdleAtMost(more)));
      }
    }
    return new Finding.Waiting(root, saved, bounds.gain(root));
  }

  /** The lock that a root is, if one lock has most of what its class cost there. */
  private Optional<LockRow> lock(Root root) {
    List<LockRow> ofClass =
        evidence.locks().stream()
            .filter(row -> ClassNames.shown(row.use().id().lockClass()).equals(root.object()))
            .filter(row -> row.use().blocked() > 0)
            .filter(row -> atSite(row, root))
            .toList();
    long all = ofClass.stream().mapToLong(row -> row.use().totalAcquireNanos()).sum();
    return ofClass.stream()
        .max(Comparator.comparingLong(row -> row.use().totalAcquireNanos()))
        .filter(row -> row.use().totalAcquireNanos() >= ONE_LOCK * all)
        .filter(row -> evidence.blockedThreads(row) >= ONE_LOCK * root.threads());
  }

  private static boolean atSite(LockRow row, Root root) {
    Optional<String> method = root.site().map(Frame::qualifiedMethod);
    return method.isEmpty()
        || row.sites().isEmpty()
        || row.sites().stream()
            .anyMatch(site -> site.frame().qualifiedMethod().equals(method.get()));
  }

  private Finding contended(LockRow row, double saved, Optional<Gain> gain) {
    double blocked = evidence.blockedThreads(row);
    double switching = gain.map(Gain::fromSwitchingShare).orElse(0.0);
    return new Finding.ContendedLock(row, blocked, 1 - (1 - saved) * (1 - switching), gain, 0);
  }

  /** The lock at which blocking itself eats the CPU time, though the cores are busy. */
  private Optional<Finding> switchingLock() {
    return evidence
        .topLockGain()
        .filter(gain -> gain.fromSwitchingShare() > 0)
        .flatMap(
            gain ->
                evidence.locks().stream()
                    .filter(row -> row.use().blocked() > 0)
                    .findFirst()
                    .map(row -> contended(row, 0, evidence.bound(row))));
  }

  private Optional<Finding> quota() {
    double stopped = ledger.coreSeconds(RowKind.THROTTLED);
    if (stopped < MIN_SHARE * ledger.coreSeconds()) {
      return Optional.empty();
    }
    ProcessSummary process = evidence.process();
    return Optional.of(
        new Finding.CpuQuota(
            process.cpuNanos() / 1e9 / Math.max(1e-9, evidence.runSeconds()),
            process.throttledPeriods(),
            process.throttledNanos(),
            stopped / (bounds.busy() + stopped)));
  }
}
