package dev.uncork.diagnosis;

import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a recording says about a program: verdict, findings, and the tables that a report shows.
 *
 * @param findings bottlenecks, the one that could cost most first
 * @param locks contended locks, the longest total acquire time first
 * @param topLockGain what removing the first of them could bring at most
 * @param limits what the recording can't say, and why, one line each
 * @param nextStep what to do next, with a command
 */
public record Diagnosis(
    Recording recording,
    Verdict verdict,
    List<Finding> findings,
    Cores cores,
    List<LockRow> locks,
    Optional<Gain> topLockGain,
    List<Phase> phases,
    ProcessSummary process,
    Optional<ProgressSummary> progress,
    List<String> limits,
    String nextStep) {
  public Diagnosis {
    findings = List.copyOf(findings);
    locks = List.copyOf(locks);
    phases = List.copyOf(phases);
    limits = List.copyOf(limits);
  }

  /** Diagnoses a recording. */
  public static Diagnosis of(Recording recording) {
    return of(recording, new UnusedCoresBound());
  }

  /** Diagnoses a recording with another model of what removing a lock brings. */
  public static Diagnosis of(Recording recording, LockPricing pricing) {
    Cores cores = Cores.of(recording);
    Seconds seconds = Seconds.of(recording, Math.max(1, cores.count()));
    List<Phase> phases = Phases.of(recording, seconds, cores.count());
    ProcessSummary process = ProcessSummary.of(recording);
    List<LockRow> rows = recording.locks().stream().map(LockRow::of).toList();
    Optional<Gain> gain =
        recording.locks().stream()
            .findFirst()
            .filter(lock -> lock.blocked() > 0 && cores.known())
            .flatMap(lock -> pricing.price(lock, recording, seconds));
    Evidence evidence = new Evidence(recording, cores, seconds, phases, process, rows, gain);
    List<Finding> findings = Findings.of(evidence);
    Verdict verdict = Verdicts.of(evidence, findings);
    return new Diagnosis(
        recording,
        verdict,
        findings,
        cores,
        rows,
        gain,
        phases,
        process,
        ProgressSummary.of(recording.progress()),
        limits(recording, cores),
        NextStep.after(verdict, findings, recording));
  }

  /** All that the findings rest on. */
  record Evidence(
      Recording recording,
      Cores cores,
      Seconds seconds,
      List<Phase> phases,
      ProcessSummary process,
      List<LockRow> locks,
      Optional<Gain> topLockGain) {

    double runSeconds() {
      return recording.durationNanos() / 1e9;
    }

    /** Threads blocked at any lock, on average over the run. */
    double blockedThreads() {
      double nanos =
          recording.locks().stream()
              .mapToLong(LockUse::totalAcquireNanos)
              .mapToDouble(n -> n)
              .sum();
      return runSeconds() <= 0 ? 0 : nanos / 1e9 / runSeconds();
    }
  }

  private static List<String> limits(Recording recording, Cores cores) {
    List<String> limits = new ArrayList<>();
    recording.capabilities().stream()
        .filter(capability -> !capability.available())
        .forEach(capability -> limits.add(capability.name() + ": " + capability.detail()));
    if (recording.lockSource() == LockSource.JFR_ABOVE_THRESHOLD) {
      long threshold = recording.jfrThresholdNanos();
      limits.add(
          "Not recorded by Uncork. Locks come from JFR, which left out all acquires shorter than "
              + (threshold < 0 ? "its threshold" : Amounts.nanos(threshold))
              + ", often nearly all; a row stands for all locks of a class.");
    } else if (recording.lockSource() == LockSource.NONE) {
      limits.add("Not recorded by Uncork, and without JFR's lock events: locks are unknown.");
    }
    if (!cores.known()) {
      limits.add("The use of the cores wasn't recorded.");
    }
    limits.addAll(recording.notes());
    return limits;
  }
}
