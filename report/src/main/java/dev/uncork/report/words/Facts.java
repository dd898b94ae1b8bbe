package dev.uncork.report.words;

import dev.uncork.diagnosis.Cores;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ProcessSummary;
import dev.uncork.recording.CollectorInfo;
import java.util.Locale;
import java.util.Optional;

/** What every form of the report says in the same words, one line each. */
public final class Facts {
  private Facts() {}

  /** How busy the cores were. */
  public static String cores(Cores cores, String afterCount) {
    if (!cores.known()) {
      return cores.count() == 0 ? "unknown" : cores.count() + ", use not recorded";
    }
    String others =
        cores.othersShare() >= 0.05
            ? ", other processes use " + Amounts.percent(cores.othersShare())
            : "";
    String sawtooth =
        cores.sawtooth().present()
            ? String.format(
                Locale.ROOT,
                "; sawtooth with a cycle of %.1f s, as hot locks or timers make it",
                cores.sawtooth().periodSeconds())
            : "";
    return cores.count()
        + afterCount
        + ", "
        + Amounts.percent(cores.busyShare())
        + " busy"
        + others
        + sawtooth;
  }

  /** What garbage collection took. */
  public static String gc(ProcessSummary process) {
    return process.gcs()
        + (process.gcs() == 1 ? " collection, " : " collections, ")
        + Amounts.percent(process.gcPauseShare())
        + " of time paused, longest "
        + Amounts.nanos(process.gcLongestPauseNanos())
        + ", "
        + process.explicitGcs()
        + " by System.gc()";
  }

  /** What the process did besides; empty where its counters weren't recorded. */
  public static Optional<String> process(ProcessSummary process) {
    if (!process.known()) {
      return Optional.empty();
    }
    String written =
        process.bytesWritten() < 0
            ? "bytes written unknown, "
            : Amounts.bytes(process.bytesWritten())
                + " written ("
                + Amounts.bytes(process.writeRate())
                + "/s), ";
    return Optional.of(
        written
            + Amounts.percent(process.systemShare())
            + " of CPU in the kernel, "
            + process.maxThreads()
            + " threads");
  }

  /** The application's own speed; empty where it told none. */
  public static Optional<String> progress(Diagnosis diagnosis) {
    return diagnosis
        .progress()
        .map(
            progress ->
                Amounts.three(progress.meanRate())
                    + " operations/s, "
                    + Amounts.three(progress.lastRate())
                    + " at the end ("
                    + (progress.label().isEmpty()
                        ? progress.source()
                        : ProgressWords.inOutput(progress.label()))
                    + ")");
  }

  /** What was recorded. */
  public static String recorded(Diagnosis diagnosis) {
    CollectorInfo info = diagnosis.recording().collector();
    return Amounts.nanos(diagnosis.recording().durationNanos())
        + (info.pid() < 0 ? "" : " of pid " + info.pid())
        + (info.jvm().isEmpty() ? "" : " · " + info.jvm())
        + (info.command().isEmpty() ? "" : " · " + info.command());
  }
}
