package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.bytes;
import static dev.uncork.report.words.Amounts.count;
import static dev.uncork.report.words.Amounts.faster;
import static dev.uncork.report.words.Amounts.nanos;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.Amounts.three;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Finding.ContendedLock;
import dev.uncork.diagnosis.Finding.GarbageCollection;
import dev.uncork.diagnosis.Finding.Healthy;
import dev.uncork.diagnosis.Finding.HolderDescheduled;
import dev.uncork.diagnosis.Finding.Idle;
import dev.uncork.diagnosis.Finding.MachineBusy;
import dev.uncork.diagnosis.Finding.SerialPhase;
import dev.uncork.diagnosis.Finding.TooFewThreads;
import dev.uncork.diagnosis.Finding.Unknown;
import dev.uncork.diagnosis.Finding.Writing;
import dev.uncork.diagnosis.Gain;
import dev.uncork.diagnosis.Phase;
import dev.uncork.diagnosis.ProcessSummary;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said of each kind of finding. */
public final class FindingWords {
  private static final String OTHERS = "other processes";

  private FindingWords() {}

  /** What is said first: the finding, and at most how much there is to gain. */
  public static String verdict(Finding verdict) {
    return clause(verdict) + ".";
  }

  /** The same where the price of its lock is known, which says more than a bound. */
  public static String verdict(Finding verdict, Optional<LockPrice> price) {
    if (verdict instanceof ContendedLock lock && lock.gain().isPresent()) {
      Gain atMost = lock.gain().get();
      return price
          .filter(known -> known.belongsTo(verdict))
          .flatMap(LockPrice::here)
          .map(alone -> text(verdict) + "; " + PriceWords.bound(alone, atMost) + ".")
          .orElseGet(() -> verdict(verdict));
    }
    return verdict(verdict);
  }

  /** The verdict as a part of a sentence. */
  public static String clause(Finding verdict) {
    String bound = bound(verdict);
    return text(verdict) + (bound.isEmpty() ? "" : "; " + bound);
  }

  /** One clause, with the place in the code where there is one. */
  public static String text(Finding finding) {
    if (finding instanceof Finding.Waiting waiting) {
      return WaitingWords.text(waiting);
    }
    if (finding instanceof Finding.Burning burning) {
      return BurnWords.text(burning);
    }
    return switch (finding.kind()) {
      case CONTENDED_LOCK -> lock((ContendedLock) finding);
      case NEGATIVE_SCALING -> BurnWords.negative((Finding.NegativeScaling) finding);
      case HOLDER_DESCHEDULED -> descheduled((HolderDescheduled) finding);
      case SERIAL_PHASE -> serial((SerialPhase) finding);
      case GC -> GcWords.text((GarbageCollection) finding);
      case IO -> writing(((Writing) finding).process());
      case TOO_FEW_THREADS ->
          tooFew(((TooFewThreads) finding).working(), ((TooFewThreads) finding).cores());
      case MACHINE_BUSY ->
          "No bottleneck seen in this program: other processes use "
              + percent(((MachineBusy) finding).othersShare())
              + " of the machine";
      case IDLE -> BusyWords.idle((Idle) finding);
      case HEALTHY -> BusyWords.healthy((Healthy) finding);
      case CPU_QUOTA -> BusyWords.quota((Finding.CpuQuota) finding);
      case OVERSUBSCRIBED -> BusyWords.oversubscribed((Finding.Oversubscribed) finding);
      case EXCEPTIONS -> BusyWords.exceptions((Finding.Exceptions) finding);
      case COMPILATION -> BusyWords.compilation(finding);
      case HAND_OVER -> BusyWords.handOver(finding);
      case SAFEPOINTS -> BusyWords.safepoints(finding);
      case CLASS_LOADING -> BusyWords.classLoading((Finding.ClassLoading) finding);
      default -> "Too little was recorded to tell: " + missing((Unknown) finding);
    };
  }

  /** Figures that a finding rests on, one line each. */
  public static List<String> evidence(Finding finding) {
    if (finding instanceof Finding.Waiting waiting) {
      return WaitingWords.evidence(waiting);
    }
    if (finding instanceof Finding.Burning burning) {
      return BurnWords.evidence(burning);
    }
    return switch (finding.kind()) {
      case CONTENDED_LOCK -> lockEvidence((ContendedLock) finding);
      case NEGATIVE_SCALING -> BurnWords.evidence((Finding.NegativeScaling) finding);
      case HOLDER_DESCHEDULED -> descheduledEvidence((HolderDescheduled) finding);
      case SERIAL_PHASE -> serialEvidence((SerialPhase) finding);
      case GC -> GcWords.evidence((GarbageCollection) finding);
      case IO -> writingEvidence((Writing) finding);
      case TOO_FEW_THREADS ->
          List.of(
              percent(finding.savedShareAtMost())
                  + " of the cores' time was unused while they worked, and no lock was in the"
                  + " way.");
      default -> List.of();
    };
  }

  /** Where the program calls the library that the verdict names, unless that says it. */
  public static Optional<String> calledAt(Diagnosis diagnosis) {
    return diagnosis.verdict() instanceof Finding.Waiting
        ? Optional.empty()
        : diagnosis.caller().map(caller -> "Called at " + caller + ".");
  }

  /**
   * Evidence that no other part of the text report shows: a lock's figures are in the table, its
   * bound is in the verdict, a serial phase is among the phases.
   */
  public static List<String> evidenceBesides(Finding finding) {
    if (finding instanceof Finding.Waiting || finding instanceof Finding.Burning) {
      return evidence(finding);
    }
    return switch (finding.kind()) {
      case CONTENDED_LOCK -> besides((ContendedLock) finding);
      case SERIAL_PHASE -> List.of();
      default -> evidence(finding);
    };
  }

  private static String bound(Finding finding) {
    if (finding instanceof Finding.Waiting waiting) {
      return WaitingWords.bound(waiting);
    }
    if (finding instanceof Finding.Unoptimized) {
      return "code that computes is often up to 3 times as fast with C2, which wasn't measured here";
    }
    if (finding.orMore()) {
      return "avoiding that could save "
          + percent(finding.savedShareAtMost())
          + " of the time or more";
    }
    if (finding instanceof Finding.Burning burning) {
      return BurnWords.bound(burning);
    }
    return switch (finding.kind()) {
      case CONTENDED_LOCK ->
          ((ContendedLock) finding)
              .gain()
              .map(
                  gain ->
                      "removing this lock could make it "
                          + faster(gain.atMostShare(), gain.isBound()))
              .orElse("");
      case SERIAL_PHASE, CPU_QUOTA ->
          "fixing that could save up to " + percent(finding.savedShareAtMost()) + " of the time";
      case IDLE -> blocking(((Idle) finding).locksBlock());
      case HEALTHY -> blocking(((Healthy) finding).locksBlock());
      default -> "";
    };
  }

  private static String blocking(boolean locksBlock) {
    return locksBlock ? "threads block at locks, but hardly any core is idle because of that" : "";
  }

  private static String lock(ContendedLock finding) {
    double blocked = finding.blockedThreads();
    String name = finding.lock().name();
    String waits = WaitingWords.meanwhile(finding.holderWaits());
    return finding
        .location()
        .map(
            frame ->
                LedgerWords.place(frame)
                    + " is the bottleneck: "
                    + blocked(blocked, LedgerWords.lockAt(finding.lock(), frame))
                    + waits)
        .orElseGet(() -> name + " is the bottleneck: " + blocked(blocked, "there") + waits);
  }

  private static String blocked(double threads, String where) {
    return threads >= 0.95
        ? "on average " + Amounts.threads(threads, "are blocked", "is blocked") + " " + where
        : "threads are blocked " + where + " " + percent(threads) + " of the time";
  }

  private static List<String> lockEvidence(ContendedLock finding) {
    LockUse use = finding.lock().use();
    List<String> lines = new ArrayList<>();
    lines.add(
        count(use.blocked())
            + " acquires blocked, "
            + nanos(use.totalAcquireNanos())
            + " in total: "
            + three(finding.blockedThreads())
            + " threads were blocked there on average.");
    finding
        .gain()
        .filter(gain -> Double.isFinite(gain.atMostShare()))
        .ifPresent(
            gain ->
                lines.add(
                    "On this machine it could become "
                        + faster(gain.atMostShare(), gain.isBound())
                        + ", "
                        + assumption(finding, gain)
                        + "."));
    lines.addAll(besides(finding));
    return lines;
  }

  private static List<String> besides(ContendedLock finding) {
    List<String> lines = new ArrayList<>();
    double switching = finding.gain().map(Gain::fromSwitchingShare).orElse(0.0);
    if (switching > 0) {
      lines.add(
          "Convoy: "
              + percent(switching)
              + " of the CPU time goes to the kernel, where blocked threads sleep and wake.");
    }
    if (finding.burntShare() > 0) {
      lines.add(
          "Handing it from core to core burns "
              + percent(finding.burntShare())
              + " of the busy cores' time.");
    }
    if (finding.heldWhileWriting()) {
      lines.add("It was held while writing to a file or stream.");
    }
    return lines;
  }

  /** What must hold for the bound in a verdict to hold; empty where nothing is assumed. */
  public static Optional<String> assumption(Finding verdict) {
    Optional<String> text =
        verdict instanceof ContendedLock lock
            ? lock.gain().map(gain -> assumption(lock, gain))
            : verdict instanceof Finding.Waiting waiting && Double.isFinite(waiting.gainAtMost())
                ? Optional.of(assumption(waiting))
                : Optional.empty();
    return text.map(what -> "That holds on this machine, " + what + ".");
  }

  /** What must hold for a bound to hold. */
  private static String assumption(ContendedLock finding, Gain gain) {
    return finding.burntShare() > 0
        ? "if an operation takes as much CPU time as now (less what hand-offs burn)"
            + ifOthersLeaveCores(gain, OTHERS)
        : assumption(gain);
  }

  private static String assumption(Finding.Waiting waiting) {
    return assumption(
        waiting.gain(),
        waiting.answersTakeCores() ? OTHERS + ", those that answer among them," : OTHERS);
  }

  private static String ifOthersLeaveCores(Gain gain, String others) {
    return gain.ifOthersLeaveCores() ? " and " + others + " leave it their cores" : "";
  }

  /** What must hold for a bound to hold. */
  public static String assumption(Gain gain) {
    return assumption(gain, OTHERS);
  }

  private static String assumption(Gain gain, String others) {
    return "if an operation takes as much CPU time as now"
        + (gain.fromSwitchingShare() > 0 ? " (less that in the kernel)" : "")
        + ifOthersLeaveCores(gain, others)
        + (gain.ofLongAcquires() ? "; only the acquires that JFR recorded are counted" : "");
  }

  private static String descheduled(HolderDescheduled finding) {
    return "The holder of "
        + finding.lock().name()
        + " was descheduled about "
        + three(finding.timesPerSecond())
        + " times a second for "
        + nanos((long) finding.awayNanos())
        + (finding.throttling().isPresent() ? ", by the control group's CPU quota" : "")
        + ". "
        + cause(finding)
        + ".";
  }

  private static List<String> descheduledEvidence(HolderDescheduled finding) {
    LockUse use = finding.lock().use();
    return List.of(
        count(use.longBlocked())
            + " of "
            + count(use.blocked())
            + " blocked acquires took a millisecond or more, the longest "
            + nanos(use.maxAcquireNanos())
            + ", with "
            + three(finding.waitingThreads())
            + " threads waiting on average.",
        cause(finding) + ".");
  }

  private static String cause(HolderDescheduled finding) {
    return finding
        .throttling()
        .map(
            throttling ->
                "CPU throttling: the control group's quota ran out in "
                    + count(throttling.periods())
                    + " periods (nr_throttled) and stopped its threads for "
                    + nanos(throttling.nanos())
                    + "; raise the CPU limit, or use fewer threads")
        .orElseGet(() -> "More threads want to run than there are cores (" + finding.cores() + ")");
  }

  private static String serial(SerialPhase finding) {
    return "Single-threaded for "
        + finding.serialSeconds()
        + " of "
        + finding.seconds()
        + " s: "
        + where(finding.longest());
  }

  private static List<String> serialEvidence(SerialPhase finding) {
    Phase phase = finding.longest();
    return List.of(
        "Seconds "
            + phase.fromSecond()
            + " to "
            + phase.toSecond()
            + ": "
            + three(phase.busyCores())
            + " of "
            + finding.cores()
            + " cores busy, all by "
            + where(phase)
            + ".",
        "Spreading it over all cores could save up to "
            + percent(finding.savedShareAtMost())
            + " of the run time on this machine.");
  }

  private static String where(Phase phase) {
    Optional<Frame> site = phase.site();
    return (phase.thread().isEmpty() ? "one thread" : "thread " + phase.thread())
        + site.map(frame -> " in " + frame).orElse("");
  }

  private static String writing(ProcessSummary process) {
    return "It writes "
        + bytes(process.writeRate())
        + " a second, "
        + bytes(process.bytesWritten())
        + " in all";
  }

  private static List<String> writingEvidence(Writing finding) {
    return List.of(
        percent(finding.process().systemShare())
            + " of its CPU time is spent in the kernel; "
            + percent(finding.unexplainedShare())
            + " of the cores' time is unused for no other reason that was seen.");
  }

  static String tooFew(double working, int cores) {
    return "Only "
        + three(working)
        + " threads work, all of them without a pause: too few for "
        + cores
        + " cores";
  }

  private static String missing(Unknown finding) {
    return finding.tooShort()
        ? "the recording covers only " + nanos(finding.coveredNanos())
        : "the recording holds neither the use of the cores nor locks";
  }
}
