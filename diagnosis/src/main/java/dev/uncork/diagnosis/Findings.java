package dev.uncork.diagnosis;

import static dev.uncork.diagnosis.Amounts.bytes;
import static dev.uncork.diagnosis.Amounts.count;
import static dev.uncork.diagnosis.Amounts.nanos;
import static dev.uncork.diagnosis.Amounts.percent;
import static dev.uncork.diagnosis.Amounts.three;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Every bottleneck that the evidence shows, by what it costs at most.
 *
 * <p>All are put on one scale, the share of the run time that would be saved without them. Each is
 * an upper bound by itself; they overlap, and don't add up.
 */
final class Findings {
  private static final double MIN_WRITE_RATE = 10e6;
  private static final double MIN_GC_SHARE = 0.02;
  private static final double DESCHEDULED_NANOS = 10e6;

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
    findings.contendedLock();
    DescheduledHolder.of(evidence).ifPresent(findings.findings::add);
    findings.serialPhases();
    findings.gc();
    findings.unexplainedIdle();
    return findings.findings.stream()
        .sorted(Comparator.comparingDouble(Finding::savedShareAtMost).reversed())
        .toList();
  }

  private void contendedLock() {
    Optional<LockRow> top =
        evidence.locks().stream().filter(row -> row.use().blocked() > 0).findFirst();
    if (top.isEmpty()) {
      return;
    }
    LockRow row = top.get();
    LockUse use = row.use();
    double blocked = use.totalAcquireNanos() / 1e9 / Math.max(1e-9, evidence.runSeconds());
    double saved =
        evidence
            .topLockGain()
            .map(gain -> gain.atMostShare() / (1 + gain.atMostShare()))
            .orElse(evidence.cores().known() ? 0.0 : Math.min(0.99, blocked / (1 + blocked)));
    List<String> lines = new ArrayList<>();
    lines.add(
        count(use.blocked())
            + " acquires blocked, "
            + nanos(use.totalAcquireNanos())
            + " in total: "
            + three(blocked)
            + " threads were blocked there on average");
    evidence.topLockGain().ifPresent(gain -> lines.addAll(gainLines(gain)));
    descheduled(use, blocked).ifPresent(lines::add);
    row.holder()
        .filter(LockRow.Holder::writing)
        .ifPresent(holder -> lines.add("It was held while writing to a file or stream."));
    String location = row.site().map(site -> site.frame().toString()).orElse("");
    String text =
        blocked >= 0.95
            ? three(blocked) + " threads at a time wait for " + row.name()
            : "Threads wait " + percent(blocked) + " of the time for " + row.name();
    findings.add(
        new Finding(
            FindingKind.CONTENDED_LOCK,
            saved,
            text + (location.isEmpty() ? "" : " at " + location),
            location,
            lines));
  }

  private static List<String> gainLines(Gain gain) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Without it: at most +"
            + percent(gain.atMostShare())
            + " throughput on this machine "
            + gain.assumption());
    if (gain.fromSwitchingShare() > 0) {
      lines.add(
          "Convoy: "
              + percent(gain.fromSwitchingShare())
              + " of the CPU time goes to the kernel, where blocked threads sleep and wake");
    }
    return lines;
  }

  private Optional<String> descheduled(LockUse use, double blocked) {
    double runnable = evidence.cores().busyShare() * cores + blocked;
    if (use.longBlocked() > 0 // then DescheduledHolder knows more
        || use.maxAcquireNanos() < DESCHEDULED_NANOS
        || runnable <= cores
        || !evidence.cores().known()) {
      return Optional.empty();
    }
    // More threads than cores: the scheduler takes a core from a holder for a time slice or more.
    return Optional.of(
        "Waits up to "
            + nanos(use.maxAcquireNanos())
            + ": a holder loses its core; more stripes won't help that");
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
    Phase phase = longest.get();
    Optional<Frame> site = phase.site();
    String where =
        (phase.thread().isEmpty() ? "one thread" : "thread " + phase.thread())
            + site.map(frame -> " in " + frame).orElse("");
    List<String> lines = new ArrayList<>();
    lines.add(
        "Seconds "
            + phase.fromSecond()
            + " to "
            + phase.toSecond()
            + ": "
            + three(phase.busyCores())
            + " of "
            + cores
            + " cores busy, all by "
            + where);
    double saved = (double) sum / all * (1 - 1.0 / cores);
    lines.add(
        "Spread over all cores without loss: at most "
            + percent(saved)
            + " of the run time saved on this machine");
    findings.add(
        new Finding(
            FindingKind.SERIAL_PHASE,
            saved,
            "Single-threaded for " + sum + " of " + all + " s: " + where,
            site.map(Frame::toString).orElse(""),
            lines));
  }

  private void gc() {
    ProcessSummary process = evidence.process();
    if (process.gcPauseShare() < MIN_GC_SHARE) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        process.gcs()
            + " collections, pauses "
            + nanos(process.gcPauseNanos())
            + " in total, the longest "
            + nanos(process.gcLongestPauseNanos()));
    String explicit = "";
    if (process.explicitGcs() > 0) {
      explicit = ", " + process.explicitGcs() + " of them asked for by System.gc()";
      lines.add(
          process.explicitGcs()
              + " explicit collections paused "
              + nanos(process.explicitGcPauseNanos())
              + "; -XX:+DisableExplicitGC turns them off");
    }
    findings.add(
        new Finding(
            FindingKind.GC,
            process.gcPauseShare(),
            "Garbage collection stops the program "
                + percent(process.gcPauseShare())
                + " of the time, in "
                + process.gcs()
                + " collections"
                + explicit,
            "",
            lines));
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
      findings.add(
          new Finding(
              FindingKind.TOO_FEW_THREADS,
              tooFew / coreSeconds,
              "Only "
                  + three(saturated / fewSeconds)
                  + " threads work, all of them without a pause: too few for "
                  + cores
                  + " cores",
              "",
              List.of(
                  percent(tooFew / coreSeconds)
                      + " of the cores' time was unused while they worked, and no lock was in the"
                      + " way")));
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
        new Finding(
            FindingKind.IO,
            Math.min(0.99, (unexplained + system) / coreSeconds),
            "It writes "
                + bytes(process.writeRate())
                + " a second, "
                + bytes(process.bytesWritten())
                + " in all",
            "",
            List.of(
                percent(process.systemShare())
                    + " of its CPU time is spent in the kernel; "
                    + percent(unexplained / coreSeconds)
                    + " of the cores' time is unused for no other reason that was seen")));
  }
}
