package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.count;
import static dev.uncork.report.words.Amounts.nanos;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.Amounts.three;

import dev.uncork.diagnosis.Finding;

/** Words for cores that are busy with something other than the program's work. */
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

  static String codeCache(Finding.CodeCacheFull finding) {
    return "The code cache is full and the compiler has stopped: "
        + percent(finding.interpretedShare())
        + " of the samples are in interpreted code";
  }
}
