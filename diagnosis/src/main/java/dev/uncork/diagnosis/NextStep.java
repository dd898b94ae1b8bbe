package dev.uncork.diagnosis;

import dev.uncork.recording.Recording;
import java.util.List;

/** The one thing to do after reading the verdict, with a command that can be typed. */
final class NextStep {
  private static final String NO_PREEMPT = "Remedy nopreempt";

  private NextStep() {}

  static String after(Verdict verdict, List<Finding> findings, Recording recording) {
    boolean descheduled =
        findings.stream().anyMatch(finding -> finding.kind() == FindingKind.HOLDER_DESCHEDULED);
    boolean kept = recording.notes().stream().anyMatch(note -> note.contains(NO_PREEMPT));
    if (verdict.kind() == FindingKind.CONTENDED_LOCK && descheduled && !kept) {
      return after(FindingKind.HOLDER_DESCHEDULED, recording);
    }
    return after(verdict.kind(), recording);
  }

  private static String after(FindingKind kind, Recording recording) {
    String run = "uncork run -- ";
    return switch (kind) {
      case CONTENDED_LOCK -> "Hold that lock less or less often; compare: " + run + "java ...";
      case HOLDER_DESCHEDULED ->
          "Keep its holders on their cores: uncork run --remedy nopreempt -- java ...";
      case SERIAL_PHASE -> "Split that work among threads; compare: " + run + "java ...";
      case GC ->
          "Try a bigger heap without explicit collections: "
              + run
              + "java -Xmx<more> -XX:+DisableExplicitGC ...";
      case IO -> "Write less (log level, buffering); compare: " + run + "java ...";
      case TOO_FEW_THREADS -> "Give it more worker threads; compare: " + run + "java ...";
      case MACHINE_BUSY -> "Record again when the machine is quiet: " + run + "java ...";
      case IDLE -> "Record it under load: uncork attach PID --for 30s";
      case HEALTHY -> "Nothing to fix here. Try more load or more cores.";
      case UNKNOWN ->
          recording.byUncork()
              ? "Record at least 10 s under load: uncork run -- java ..."
              : "Record with Uncork: uncork run -- java ...   or   uncork attach PID --for 30s";
    };
  }
}
