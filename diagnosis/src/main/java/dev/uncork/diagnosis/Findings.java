package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.ledger.Seconds;
import dev.uncork.recording.Frame;
import dev.uncork.recording.jvm.HeapUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every bottleneck that the evidence shows, by what it costs at most.
 *
 * <p>All are put on one scale, the share of the run time that would be saved without them. Each is
 * an upper bound by itself; they overlap, and don't add up.
 */
final class Findings {
  /** By how much two ends of one wait may seem to differ. */
  private static final double BOTH_ENDS = 1.15;

  private static final double MIN_WRITE_RATE = 10e6;
  private static final double MIN_GC_SHARE = 0.02;

  /** What can be changed in the program comes before what it waits for outside, from here on. */
  static final double WORTH_A_CHANGE = 0.09;

  private static final double MUCH_BURNT = 0.2;

  private final Evidence evidence;
  private final Seconds seconds;
  private final int cores;
  private final List<Finding> findings = new ArrayList<>();

  private Findings(Evidence evidence) {
    this.evidence = evidence;
    this.seconds = evidence.seconds();
    this.cores = Math.max(1, evidence.cores().count());
  }

  static List<Finding> of(Evidence evidence) {
    Findings findings = new Findings(evidence);
    DescheduledHolder.of(evidence).ifPresent(findings.findings::add);
    findings.gc();
    findings.findings.addAll(JvmFindings.of(evidence));
    findings.findings.addAll(RunTimeFindings.of(evidence));
    if (evidence.ledger().known()) {
      findings.findings.addAll(LedgerFindings.of(evidence));
    } else {
      findings.contendedLock();
      findings.serialPhases();
      findings.unexplainedIdle();
    }
    findings.herd();
    return BurnFindings.joined(findings.findings, evidence).stream()
        .sorted(
            Comparator.comparing((Finding finding) -> outside(finding, evidence))
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
  private static boolean outside(Finding finding, Evidence evidence) {
    boolean waits =
        switch (finding.kind()) {
          case REMOTE_WAIT, STORAGE_WAIT, TIMED_WAIT, CHILD_PROCESS -> true;
          case TOO_FEW_THREADS -> evidence.curve().burnt().value() >= MUCH_BURNT;
          default -> false;
        };
    return waits || finding.savedShareAtMost() < WORTH_A_CHANGE;
  }

  private void contendedLock() {
    Optional<LockRow> top =
        evidence.locks().stream().filter(row -> row.use().blocked() > 0).findFirst();
    if (top.isEmpty()) {
      return;
    }
    LockRow row = top.get();
    double blocked = evidence.blockedThreads(row);
    double saved =
        evidence
            .topLockGain()
            .map(gain -> gain.atMostShare() / (1 + gain.atMostShare()))
            .orElse(evidence.cores().known() ? 0.0 : Math.min(0.99, blocked / (1 + blocked)));
    findings.add(new Finding.ContendedLock(row, blocked, saved, evidence.topLockGain(), 0));
  }

  private void serialPhases() {
    Optional<Phase> longest =
        evidence.phases().stream()
            .filter(phase -> phase.kind() == Phase.Kind.SERIAL)
            .max(Comparator.comparingInt(Phase::seconds));
    if (longest.isEmpty() || cores < 2) {
      return;
    }
    int sum =
        evidence.phases().stream()
            .filter(phase -> phase.kind() == Phase.Kind.SERIAL)
            .mapToInt(Phase::seconds)
            .sum();
    int all = seconds.count();
    double saved = (double) sum / all * (1 - 1.0 / cores);
    findings.add(new Finding.SerialPhase(longest.get(), sum, all, cores, saved));
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
              stalledShare));
    }
  }

  /** Unused cores that neither a lock, nor a serial phase, nor a GC pause accounts for. */
  private void unexplainedIdle() {
    double tooFew = 0;
    double other = 0;
    double saturated = 0;
    int fewSeconds = 0;
    for (Phase phase : evidence.phases()) {
      for (int s = phase.fromSecond(); s < phase.toSecond(); s++) {
        if (phase.kind() != Phase.Kind.PARALLEL || !seconds.known(s)) {
          continue;
        }
        double unused =
            Math.max(
                0,
                Math.min(seconds.unusedCores(s), seconds.freeCores(s))
                    - seconds.blockedThreads(s)
                    - cores * seconds.gcShare(s));
        int full = seconds.threads(s).saturatedThreads();
        boolean few = full > 0 && full < cores && full >= 0.7 * seconds.busyCores(s);
        if (few) {
          tooFew += unused * seconds.length(s);
          saturated += full;
          fewSeconds++;
        } else {
          other += unused * seconds.length(s);
        }
      }
    }
    double coreSeconds = cores * seconds.total();
    if (fewSeconds > 0 && tooFew > 0) {
      findings.add(new Finding.TooFewThreads(saturated / fewSeconds, cores, tooFew / coreSeconds));
    }
    io(other, coreSeconds);
  }

  private void io(double unexplained, double coreSeconds) {
    ProcessSummary process = evidence.process();
    if (process.writeRate() < MIN_WRITE_RATE) {
      return;
    }
    // Waking threads up costs kernel time too, and any program some of it: that isn't the writes'.
    boolean switching = evidence.topLockGain().filter(g -> g.fromSwitchingShare() > 0).isPresent();
    double ofWrites =
        switching ? 0 : Math.max(0, process.systemShare() - UnusedCoresBound.MIN_SYSTEM_SHARE);
    double system = ofWrites * process.cpuNanos() / 1e9;
    findings.add(
        new Finding.Writing(
            process,
            unexplained / coreSeconds,
            Math.min(0.99, (unexplained + system) / coreSeconds)));
  }
}
