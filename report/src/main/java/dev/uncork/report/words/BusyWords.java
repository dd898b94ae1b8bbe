package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.count;
import static dev.uncork.report.words.Amounts.few;
import static dev.uncork.report.words.Amounts.nanos;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.Amounts.three;

import dev.uncork.diagnosis.Finding;
import dev.uncork.recording.Frame;

/** Words for cores that are busy with something other than the program's work, or with little. */
final class BusyWords {
  private BusyWords() {}

  static String quota(Finding.CpuQuota finding) {
    return "The control group's CPU quota stops the program: it ran out in "
        + count(finding.periods())
        + " periods and stopped its threads for "
        + nanos(finding.throttledNanos())
        + "; it gets "
        + three(finding.cores())
        + " cores";
  }

  static String healthy(Finding.Healthy finding) {
    String busy = finding.cores() + " cores are " + percent(finding.busyShare()) + " busy";
    if (!finding.measured()) {
      return "No bottleneck seen: the "
          + busy
          + ", but whether with work or with contention wasn't measured";
    }
    return finding.burntShare() == 0
        ? "No bottleneck: the " + busy
        : "No bottleneck found: the "
            + busy
            + ", but "
            + percent(finding.burntShare())
            + " of that is burnt by contention, at no place that could be told";
  }

  static String idle(Finding.Idle finding) {
    return "Nothing seen here holds it back: the cores are "
        + percent(finding.busyShare())
        + " busy, "
        + (finding.seen()
            ? "and its threads wait for input, I/O or time"
            : "but JFR didn't record all that its threads wait for");
  }

  static String oversubscribed(Finding.Oversubscribed finding) {
    return "The "
        + finding.cores()
        + " cores are "
        + percent(finding.busyShare())
        + " busy and "
        + three(finding.waitingThreads())
        + " more threads wait for one: fewer threads would do";
  }

  static String exceptions(Finding.Exceptions finding) {
    String type = finding.type().substring(finding.type().lastIndexOf('.') + 1);
    return percent(finding.share())
        + " of the CPU time goes to making exceptions"
        + (type.isEmpty() ? "" : ", mostly " + type)
        + finding.location().map(frame -> " at " + frame).orElse("")
        + (finding.perSecond() < 0
            ? ""
            : ": " + count(Math.round(finding.perSecond())) + " are thrown a second");
  }

  static String compilation(Finding finding) {
    return finding instanceof Finding.Unoptimized unoptimized
        ? unoptimized.option()
            + " leaves out C2, the JVM's optimizing compiler, while the cores are "
            + percent(unoptimized.busyShare())
            + " busy"
        : interpreted((Finding.Interpreted) finding);
  }

  private static String interpreted(Finding.Interpreted finding) {
    String share = percent(finding.code().share());
    return finding.cacheFull()
        ? "The code cache is full and the compiler has stopped: "
            + share
            + " of the samples are in interpreted code"
        : share
            + " of the CPU time is spent in code that the JVM interprets instead of compiling it"
            + finding.location().map(frame -> ", mostly " + frame).orElse("");
  }

  static String handOver(Finding finding) {
    return finding instanceof Finding.VirtualSwitches switches
        ? percent(switches.share())
            + " of the CPU time goes to starting, parking and waking virtual threads"
            + switches.location().map(frame -> ", mostly at " + frame).orElse("")
        : herd((Finding.Herd) finding);
  }

  private static String herd(Finding.Herd finding) {
    return "Threads are woken "
        + count(Math.round(finding.perSecond()))
        + " times a second"
        + finding.location().map(frame -> " at " + frame).orElse("")
        + ", where "
        + few(finding.waiting())
        + " wait on average: sleeping and waking take about "
        + percent(finding.share())
        + " of the CPU time";
  }

  static String safepoints(Finding finding) {
    return finding instanceof Finding.Handshakes handshakes
        ? handshakes(handshakes)
        : stops((Finding.Safepoints) finding);
  }

  private static String handshakes(Finding.Handshakes finding) {
    return "The JVM interrupts its threads one by one "
        + percent(finding.share())
        + " of the time, "
        + three(finding.perSecond())
        + " times a second, because "
        + (finding.callers() == 1
            ? "thread " + finding.caller() + " calls "
            : finding.callers() + " threads, such as " + finding.caller() + ", call ")
        + finding.call().map(Frame::qualifiedMethod).orElse("for it")
        + finding.location().map(frame -> " at " + frame).orElse("");
  }

  private static String stops(Finding.Safepoints finding) {
    if (finding.untilCollection()) {
      return "Threads stand still "
          + percent(finding.stoppedShare())
          + " of the time until the last of them has stopped for a garbage collection, "
          + three(finding.perSecond())
          + " times a second"
          + finding.location().map(frame -> "; one runs on at " + frame).orElse("");
    }
    return "All threads stand still "
        + percent(finding.stoppedShare())
        + " of the time, for "
        + operation(finding.operation())
        + (finding.caller().isEmpty() ? "" : " that thread " + finding.caller() + " asks for")
        + finding.location().map(frame -> " at " + frame).orElse("")
        + ", "
        + three(finding.perSecond())
        + " times a second"
        + (finding.reachShare() >= finding.stoppedShare() / 2
            ? "; " + percent(finding.reachShare()) + " goes by until the last of them has stopped"
            : "");
  }

  /** What users know it as. */
  private static String operation(String name) {
    return switch (name) {
      case "ThreadDump", "PrintThreads", "GetAllStackTraces", "GetThreadListStackTraces" ->
          "thread dumps";
      case "FindDeadlocks" -> "searches for deadlocks";
      case "GC_HeapInspection", "HeapInspection" -> "class histograms of the heap";
      case "HeapDumper" -> "heap dumps";
      case "BulkRevokeBias", "RevokeBias", "EnableBiasedLocking" -> "revoked biased locks";
      case "RedefineClasses" -> "redefined classes";
      case "Deoptimize", "DeoptimizeAll", "DeoptimizeFrame" -> "deoptimization";
      default -> "the JVM's operation " + name;
    };
  }

  static String classLoading(Finding.ClassLoading finding) {
    return percent(finding.share())
        + " of the CPU time goes to "
        + (finding.handles() ? "finding and making method handles" : "loading and making classes")
        + finding.location().map(frame -> ", mostly from " + frame).orElse("")
        + (finding.collectedShare() >= 0.01
            ? ", and "
                + percent(finding.collectedShare())
                + " of the time to collections that make room for them"
            : "");
  }
}
