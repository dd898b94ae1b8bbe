package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.ledger.Seconds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What held a program back where no ledger tells: nobody looked at what its threads wait for. */
final class FindingsWithoutLedger {
  private static final double MIN_WRITE_RATE = 10e6;

  private final Evidence evidence;
  private final Seconds seconds;
  private final int cores;
  private final List<Finding> findings = new ArrayList<>();

  private FindingsWithoutLedger(Evidence evidence) {
    this.evidence = evidence;
    this.seconds = evidence.seconds();
    this.cores = Math.max(1, evidence.cores().count());
  }

  static List<Finding> of(Evidence evidence) {
    FindingsWithoutLedger findings = new FindingsWithoutLedger(evidence);
    findings.contendedLock();
    findings.serialPhases();
    findings.unexplainedIdle();
    return findings.findings;
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
