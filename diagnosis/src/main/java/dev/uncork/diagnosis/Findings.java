package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.habit.ApartHolder;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RootBounds;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.Finalized;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.jvm.HeapUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every bottleneck that the evidence shows, by what it costs at most.
 *
 * <p>All are put on one scale, the share of the run time that would be saved without them. Each is
 * an upper bound by itself; they overlap, and don't add up.
 */
final class Findings {
  /** By how much two ends of one wait may seem to differ. */
  private static final double BOTH_ENDS = 1.15;

  private static final double MIN_GC_SHARE = 0.02;

  /** What can be changed in the program comes before what it waits for outside, from here on. */
  static final double WORTH_A_CHANGE = 0.09;

  /** Nor does work that others wait for where it would save less than this part of the most. */
  private static final double WORTH_A_LOOK = 0.25;

  static final double MUCH_BURNT = 0.2;

  private static final double MOST_BURNT = 0.9;

  /** That the ledger's roots make at most. */
  private static final int MAX_OF_LEDGER = 8;

  /** Share of the cores' time below which a root isn't worth a word. */
  private static final double MIN_SHARE = 0.03;

  /**
   * Share of a class's blocked time that one of its locks must have to stand for all of them; and
   * of the threads that wait, who may wait to be notified instead.
   */
  private static final double ONE_LOCK = 0.5;

  private static final double MOSTLY = 0.5;
  private static final Set<Activity> IN_KERNEL =
      EnumSet.of(Activity.SOCKET, Activity.STORAGE, Activity.CHILD_PROCESS);

  private final Evidence evidence;
  private final Ledger ledger;
  private final RootBounds bounds;
  private final List<Finding> findings = new ArrayList<>();

  private Findings(Evidence evidence) {
    this.evidence = evidence;
    this.ledger = evidence.ledger();
    this.bounds = new RootBounds(ledger, evidence.runSeconds());
  }

  static List<Finding> of(Evidence evidence) {
    Findings findings = new Findings(evidence);
    DescheduledHolder.of(evidence).ifPresent(findings.findings::add);
    findings.gc();
    findings.findings.addAll(JvmFindings.of(evidence));
    findings.findings.addAll(RunTimeFindings.of(evidence));
    findings.findings.addAll(
        evidence.ledger().known() ? findings.ofLedger() : FindingsWithoutLedger.of(evidence));
    findings.herd();
    List<Finding> joined = BurnFindings.joined(findings.findings, evidence);
    double most = joined.stream().mapToDouble(Finding::savedShareAtMost).max().orElse(0);
    return joined.stream()
        .sorted(
            Comparator.comparing((Finding finding) -> outside(finding, evidence, most))
                .thenComparing(Comparator.comparingDouble(Findings::weight).reversed()))
        .toList();
  }

  /**
   * What it could save. Where a thread of the program sleeps before it answers another one over a
   * connection, the same wait is seen at both ends: who waits for the answer comes first.
   */
  private static double weight(Finding finding) {
    boolean asks = finding.kind() == FindingKind.REMOTE_WAIT;
    return finding.savedShareAtMost() * (asks ? BOTH_ENDS : 1);
  }

  /**
   * Whether it is for others to remove, or too little to come before that. More threads don't help
   * where those that are there burn much.
   */
  private static boolean outside(Finding finding, Evidence evidence, double most) {
    boolean waits =
        switch (finding.kind()) {
          case REMOTE_WAIT, STORAGE_WAIT, TIMED_WAIT, CHILD_PROCESS -> true;
          case TOO_FEW_THREADS -> evidence.curve().burnt().value() >= MUCH_BURNT;
          default -> false;
        };
    boolean work =
        finding instanceof Finding.Waiting waiting
            && waiting.root().row() == RowKind.FEW_THREADS
            && finding.savedShareAtMost() < WORTH_A_LOOK * most;
    return waits || work || finding.savedShareAtMost() < WORTH_A_CHANGE;
  }

  /**
   * What the ledger's rows say, which {@link RootBounds} bound. Where most of the idle cores had
   * nothing to do at all, no wait is blamed: the program has no demand.
   */
  private List<Finding> ofLedger() {
    List<Finding> result = new ArrayList<>();
    quota().ifPresent(result::add);
    double noDemand = ledger.leftWithoutDemand();
    boolean lockSeen = false;
    for (Root root : ledger.roots()) {
      boolean worth =
          root.leftCoreSeconds() >= MIN_SHARE * ledger.coreSeconds()
              && root.leftCoreSeconds() >= noDemand
              && root.kind() != FindingKind.UNKNOWN;
      if (root.kind() == FindingKind.DEADLOCK || worth && result.size() < MAX_OF_LEDGER) {
        Finding finding = finding(root);
        lockSeen |= finding instanceof Finding.ContendedLock;
        result.add(finding);
      }
    }
    if (!lockSeen) {
      switchingLock().ifPresent(result::add);
    }
    return result;
  }

  private Finding finding(Root root) {
    double saved = bounds.saved(root);
    if (root.kind() == FindingKind.CONTENDED_LOCK) {
      Optional<LockRow> row = lock(root);
      if (row.isPresent()) {
        double apart =
            ApartHolder.share(row.get().use(), evidence.recording(), ledger.operatingCoreSeconds());
        double more = bounds.gain(root, apart);
        Optional<Gain> gain = evidence.bound(row.get()).map(all -> all.fromIdleAtMost(more));
        return contended(row.get(), saved, gain, holding(root));
      }
    }
    return new Finding.Waiting(root, saved * counted(root), gain(root));
  }

  /**
   * The part of what looks tell of a lock that was counted, where all waits for it were. On a
   * crowded machine few looks stand for much time, and may happen to find what was rare.
   */
  private double counted(Root root) {
    boolean all = evidence.recording().lockSource() == LockSource.UNCORK;
    List<Double> threads = root.spread().threads();
    boolean ended = threads.isEmpty() || threads.get(threads.size() - 1) == 0;
    if (root.kind() != FindingKind.CONTENDED_LOCK || !all || !ended) {
      return 1;
    }
    double counted =
        evidence.locks().stream()
            .filter(row -> row.use().blocked() > 0 && mayBe(row, root))
            .mapToDouble(row -> row.use().totalAcquireNanos() / 1e9)
            .sum();
    double seen = root.threads() * evidence.runSeconds();
    return counted == 0 || counted >= ONE_LOCK * seen ? 1 : counted / seen;
  }

  /**
   * What the holder of a lock does while others wait. In the kernel, a stack doesn't tell who waits
   * for a device from who copies what is there: then the program must have been at work for so
   * little of the time that it can't be the holder's.
   */
  private Optional<Root.Cause> holding(Root root) {
    boolean mayWork = bounds.busy() >= MOSTLY * evidence.runSeconds();
    return root.cause().filter(cause -> !mayWork || !IN_KERNEL.contains(cause.activity()));
  }

  /**
   * What there is to gain at most. Who doesn't wait isn't put to sleep and woken up either, and
   * hands no lock over.
   */
  private Gain gain(Root root) {
    double unused = ledger.coreSeconds() - ledger.coreSeconds(RowKind.Group.BUSY);
    double inKernel = UnusedCoresBound.inKernel(evidence.process());
    double gone =
        root.row() == RowKind.LOCKS
            ? burntAtLocks()
            : root.kind() == FindingKind.CLASS_INITIALIZATION ? bounds.initializing(root) : 0;
    double less = Math.max(inKernel, gone);
    return new Gain(
        bounds.gain(root, less),
        bounds.gain(root),
        inKernel,
        UnusedCoresBound.others(ledger.coreSeconds(RowKind.OTHER_PROCESSES), unused),
        false);
  }

  /**
   * Share of the CPU time that may be burnt for no site: all code near a lock burns it. That caches
   * and clocks of the cores may explain it, too, makes it no less at most.
   */
  private double burntAtLocks() {
    double rise = 1 - 1 / Math.max(1, evidence.curve().inflation().high());
    double most = Math.min(MOST_BURNT, Math.max(rise, evidence.curve().burnt().high()));
    return Math.max(0, most - evidence.curve().burntAtSites());
  }

  /** The lock that a root is, if one lock has most of what its class cost there. */
  private Optional<LockRow> lock(Root root) {
    List<LockRow> ofClass =
        evidence.locks().stream()
            .filter(row -> row.use().blocked() > 0)
            .filter(row -> mayBe(row, root))
            .toList();
    long all = ofClass.stream().mapToLong(row -> row.use().totalAcquireNanos()).sum();
    return ofClass.stream()
        .max(Comparator.comparingLong(row -> row.use().totalAcquireNanos()))
        .filter(row -> row.use().totalAcquireNanos() >= ONE_LOCK * all)
        .filter(row -> evidence.blockedThreads(row) >= ONE_LOCK * root.threads());
  }

  /** Whether a lock is of a root's class, and acquired where its threads wait. */
  static boolean mayBe(LockRow row, Root root) {
    Optional<String> method = root.site().map(Frame::qualifiedMethod);
    return ClassNames.shown(row.use().id().lockClass()).equals(root.object())
        && (method.isEmpty()
            || row.sites().isEmpty()
            || row.sites().stream()
                .anyMatch(site -> site.frame().qualifiedMethod().equals(method.get())));
  }

  private Finding contended(
      LockRow row, double saved, Optional<Gain> gain, Optional<Root.Cause> holding) {
    double blocked = evidence.blockedThreads(row);
    double switching = gain.map(Gain::fromSwitchingShare).orElse(0.0);
    Optional<Gain> atMost = gain.map(known -> known.wasting(burntAtLocks()));
    return new Finding.ContendedLock(
        row, blocked, 1 - (1 - saved) * (1 - switching), atMost, 0, holding);
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
                    .map(row -> contended(row, 0, evidence.bound(row), Optional.empty())));
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

  /** Threads that were woken block at the lock there until they have it: that is the same. */
  private void herd() {
    for (int i = 0; i < findings.size(); i++) {
      if (findings.get(i) instanceof Finding.Herd herd) {
        List<Finding> same =
            findings.stream()
                .filter(other -> other.kind() == FindingKind.CONTENDED_LOCK)
                .filter(other -> method(other).isPresent() && method(other).equals(method(herd)))
                .toList();
        double most = same.stream().mapToDouble(Finding::savedShareAtMost).max().orElse(0);
        findings.set(i, herd.atLeast(most));
        findings.removeAll(same);
        return;
      }
    }
  }

  private static Optional<String> method(Finding finding) {
    return finding.location().map(Frame::qualifiedMethod);
  }

  private void gc() {
    HeapUse heap = evidence.recording().jvm().heap();
    double stalled = heap.stalledNanos() / 1e9;
    double ran = evidence.ledger().coreSeconds(RowKind.WORK);
    double stalledShare = stalled <= 0 ? 0 : stalled / (stalled + ran);
    if (Math.max(stalledShare, evidence.process().gcPauseShare()) >= MIN_GC_SHARE) {
      Map<String, Long> causes = new HashMap<>();
      evidence
          .recording()
          .gcs()
          .forEach(gc -> causes.merge(gc.cause(), gc.pauseNanos(), Long::sum));
      Optional<Map.Entry<String, Long>> top =
          causes.entrySet().stream().max(Map.Entry.comparingByValue());
      findings.add(
          new Finding.GarbageCollection(
              evidence.process(),
              top.map(Map.Entry::getKey).orElse(""),
              top.map(Map.Entry::getValue).orElse(0L)
                  / (double) Math.max(1, evidence.process().gcPauseNanos()),
              heap,
              stalledShare,
              Finalized.of(evidence.recording())));
    }
  }
}
