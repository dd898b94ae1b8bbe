package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
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
 * <p>Without the root to which idle cores are charged, these cores could do what the busy ones do:
 * that bounds the time saved. Where most of the idle cores had nothing to do at all, no wait is
 * blamed: the program has no demand.
 */
final class LedgerFindings {
  private static final int MAX_FINDINGS = 8;

  /** Share of the cores' time below which a root isn't worth a word. */
  private static final double MIN_SHARE = 0.03;

  /** Share of a class's blocked time that one of its locks must have to stand for all of them. */
  private static final double ONE_LOCK = 0.5;

  private static final double MOST_SAVED = 0.99;

  private final Evidence evidence;
  private final Ledger ledger;
  private final double busy;
  private final double participants;

  private LedgerFindings(Evidence evidence) {
    this.evidence = evidence;
    this.ledger = evidence.ledger();
    this.busy = ledger.operatingCoreSeconds();
    double waiting =
        ledger.roots().stream()
            .filter(root -> root.pool().isEmpty() && root.row() != RowKind.FEW_THREADS)
            .mapToDouble(Root::threads)
            .sum();
    this.participants = waiting + busy / Math.max(1e-9, evidence.runSeconds());
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
    double saved = saved(root);
    if (root.kind() == FindingKind.CONTENDED_LOCK) {
      Optional<LockRow> row = lock(root);
      if (row.isPresent()) {
        double more = saved / (1 - saved);
        return contended(
            row.get(), saved, evidence.bound(row.get()).map(gain -> gain.fromIdleAtMost(more)));
      }
    }
    return new Finding.Waiting(root, saved, saved / (1 - saved));
  }

  /**
   * Share of the time saved at most without a root: what few threads do can be spread over all
   * cores; who waits for something else could do as much as the others meanwhile, if the cores
   * suffice.
   */
  private double saved(Root root) {
    if (root.kind() == FindingKind.DEADLOCK) {
      return MOST_SAVED;
    }
    double byCores = root.leftCoreSeconds() / Math.max(1e-9, busy + root.leftCoreSeconds());
    boolean spread = root.row() == RowKind.FEW_THREADS;
    double byThreads =
        spread
            ? root.leftCoreSeconds() / ledger.coreSeconds()
            : root.pool().isPresent() ? 1 : root.threads() / Math.max(1e-9, participants);
    return Math.min(MOST_SAVED, Math.min(byCores, byThreads));
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
        .filter(row -> row.use().totalAcquireNanos() >= ONE_LOCK * all);
  }

  private static boolean atSite(LockRow row, Root root) {
    Optional<String> method = root.site().map(Frame::qualifiedMethod);
    return method.isEmpty()
        || row.sites().isEmpty()
        || row.sites().stream()
            .anyMatch(site -> site.frame().qualifiedMethod().equals(method.get()));
  }

  private Finding contended(LockRow row, double saved, Optional<Gain> gain) {
    double blocked = row.use().totalAcquireNanos() / 1e9 / Math.max(1e-9, evidence.runSeconds());
    double switching = gain.map(Gain::fromSwitchingShare).orElse(0.0);
    return new Finding.ContendedLock(
        row,
        blocked,
        1 - (1 - saved) * (1 - switching),
        gain,
        Findings.coresLost(row.use(), blocked, evidence),
        0);
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
            stopped / (busy + stopped)));
  }
}
