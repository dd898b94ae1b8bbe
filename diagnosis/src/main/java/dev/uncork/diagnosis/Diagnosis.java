package dev.uncork.diagnosis;

import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CpuStacks;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.diagnosis.ledger.Seconds;
import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.diagnosis.stack.OwnCode;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSecond;
import java.util.List;
import java.util.Optional;

/**
 * What a recording says about a program: verdict, findings, and the tables that a report shows.
 *
 * @param findings bottlenecks, the one that could cost most first
 * @param curve how fast the program is on fewer cores, and what it burns on all
 * @param locks contended locks, the longest total acquire time first
 * @param ledger where every core-second went
 * @param topLockGain what removing the first of them that a thread owns could bring at most
 * @param limits what the recording can't say, and why
 * @param nextStep what to do next
 */
public record Diagnosis(
    Recording recording,
    Finding verdict,
    List<Finding> findings,
    Cores cores,
    Ledger ledger,
    CoreCurve curve,
    List<LockRow> locks,
    Optional<Gain> topLockGain,
    List<Phase> phases,
    ProcessSummary process,
    Optional<ProgressSummary> progress,
    List<Limit> limits,
    NextStep nextStep) {
  public Diagnosis {
    findings = List.copyOf(findings);
    locks = List.copyOf(locks);
    phases = List.copyOf(phases);
    limits = List.copyOf(limits);
  }

  /** Diagnoses a recording. */
  public static Diagnosis of(Recording recording) {
    Cores cores = Cores.of(recording);
    Seconds seconds = Seconds.of(recording, Math.max(1, cores.count()));
    List<Phase> phases = Phases.of(recording, seconds, cores.count());
    ProcessSummary process = ProcessSummary.of(recording);
    List<LockRow> rows = recording.locks().stream().map(LockRow::of).toList();
    List<LockRow> owned = rows.stream().filter(LockRow::hasOwner).toList();
    CoreCurve curve = CoreCurve.of(recording);
    Ledger ledger =
        Ledger.of(recording, seconds, cores.count(), new LibraryWaits())
            .withBurnt(curve.burnt().value(), curve.burns());
    Optional<Gain> gain =
        owned.stream()
            .findFirst()
            .filter(row -> row.use().blocked() > 0 && cores.known())
            .flatMap(row -> UnusedCoresBound.of(row.use(), recording, seconds, ledger));
    Evidence evidence =
        new Evidence(recording, cores, seconds, ledger, curve, phases, process, owned, gain);
    List<Finding> findings = Findings.of(evidence);
    Finding verdict = Verdicts.of(evidence, findings);
    return new Diagnosis(
        recording,
        verdict,
        findings,
        cores,
        ledger,
        curve,
        rows,
        gain,
        phases,
        process,
        ProgressSummary.of(recording.progress()),
        Limit.of(recording, cores, curve),
        NextStep.after(verdict, findings, recording));
  }

  /**
   * Where the program calls the library in which the verdict's place is; empty where it doesn't.
   */
  public Optional<Frame> caller() {
    if (verdict instanceof Finding.Waiting waiting) {
      return waiting.root().caller();
    }
    List<Snapshot> looks = recording.snapshots();
    return verdict
        .location()
        .flatMap(place -> OwnCode.of(looks, new LibraryWaits()).mostFrequentCaller(looks, place));
  }

  /** When another row or root of the ledger leads. */
  public List<RowPhase> ledgerPhases() {
    return ledger.phases(recording.durationNanos() / 1e9);
  }

  /** The rows work and burnt of the ledger, by stack. */
  public CpuStacks cpuStacks() {
    return CpuStacks.of(ledger, recording.samples(), new LibraryWaits());
  }

  /** All that the findings rest on. */
  record Evidence(
      Recording recording,
      Cores cores,
      Seconds seconds,
      Ledger ledger,
      CoreCurve curve,
      List<Phase> phases,
      ProcessSummary process,
      List<LockRow> locks,
      Optional<Gain> topLockGain) {
    private static final double FULL = 0.85;
    private static final double CROWD = 0.5;

    double runSeconds() {
      return recording.durationNanos() / 1e9;
    }

    /** Threads blocked at a lock, on average. */
    double blockedThreads(LockRow lock) {
      return lock.use().totalAcquireNanos() / 1e9 / Math.max(1e-9, runSeconds());
    }

    /** What removing a lock could bring at most; empty where the recording doesn't tell. */
    Optional<Gain> bound(LockRow lock) {
      return UnusedCoresBound.of(lock.use(), recording, seconds, ledger);
    }

    /** Threads that were ready to run and had no core, on average; 0 where unknown. */
    double threadsWithoutCore() {
      long nanos = recording.threadSeconds().stream().mapToLong(ThreadSecond::runQueueNanos).sum();
      return nanos / 1e9 / Math.max(1e-9, runSeconds());
    }

    /** Whether threads may have lost their cores to others: no idle core was left for them. */
    boolean coresAreShort() {
      return cores.known() && (cores.machineBusyShare() >= FULL || threadsWithoutCore() >= CROWD);
    }
  }
}
