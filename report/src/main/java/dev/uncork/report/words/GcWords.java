package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.bytes;
import static dev.uncork.report.words.Amounts.nanos;
import static dev.uncork.report.words.Amounts.percent;

import dev.uncork.diagnosis.Finding.GarbageCollection;
import dev.uncork.diagnosis.ProcessSummary;
import dev.uncork.diagnosis.stack.Finalized;
import java.util.ArrayList;
import java.util.List;

/** Words for garbage collection: how much of it, and why. */
final class GcWords {
  private static final String ASKED = " of them asked for by System.gc()";

  private static final String FOR_BUFFERS =
      " of them to free direct buffers since their limit was reached";

  private GcWords() {}

  static String text(GarbageCollection finding) {
    ProcessSummary process = finding.process();
    if (finding.stalls()) {
      return "Threads wait "
          + percent(finding.stalledShare())
          + " of their time for memory that the garbage collector has yet to free"
          + (finding.heapNearlyFull()
              ? "; the heap is " + percent(finding.heap().liveShare()) + " full after a collection"
              : "");
    }
    return "Garbage collection stops the program "
        + percent(process.gcPauseShare())
        + " of the time, in "
        + process.gcs()
        + " collections"
        + (process.explicitGcs() > 0
            ? ", " + process.explicitGcs() + (finding.forBuffers() ? FOR_BUFFERS : ASKED)
            : "")
        + (finding.asked() ? finding.location().map(frame -> " at " + frame).orElse("") : "")
        + finding.finalized().map(GcWords::kept).orElse("")
        + (!finding.asked() && !finding.forClasses() && finding.heapNearlyFull()
            ? "; the heap is " + percent(finding.heap().liveShare()) + " full after each"
            : "");
  }

  private static String kept(Finalized objects) {
    return "; objects of "
        + objects.className()
        + ", made at "
        + objects.at()
        + ", have a finalize method, which keeps them alive for longer";
  }

  static List<String> evidence(GarbageCollection finding) {
    ProcessSummary process = finding.process();
    List<String> lines = new ArrayList<>();
    lines.add(
        process.gcs()
            + " collections, pauses "
            + nanos(process.gcPauseNanos())
            + " in total, the longest "
            + nanos(process.gcLongestPauseNanos())
            + "; cause of "
            + percent(finding.causeShare())
            + ": "
            + finding.cause()
            + ".");
    if (process.explicitGcs() > 0) {
      lines.add(
          process.explicitGcs()
              + " explicit collections paused "
              + nanos(process.explicitGcPauseNanos())
              + (finding.forBuffers()
                  ? "; fewer with a higher -XX:MaxDirectMemorySize."
                  : "; -XX:+DisableExplicitGC turns them off."));
    }
    if (finding.forClasses()) {
      lines.add("They make room for classes: raise -XX:MetaspaceSize, or load fewer classes.");
    } else if (finding.heap().maxBytes() > 0 && !finding.asked()) {
      lines.add(
          bytes(finding.heap().liveBytes())
              + " of "
              + bytes(finding.heap().maxBytes())
              + " are in use after a collection; -Xmx"
              + (finding.heapNearlyFull()
                  ? " gives more room."
                  : " gives more room; allocating less means fewer collections."));
    }
    return lines;
  }
}
