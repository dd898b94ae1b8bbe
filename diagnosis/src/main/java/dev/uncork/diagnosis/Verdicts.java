package dev.uncork.diagnosis;

import static dev.uncork.diagnosis.Amounts.percent;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import java.util.List;
import java.util.Optional;

/**
 * Picks what to say first.
 *
 * <p>The finding that could cost most is the verdict if it could cost {@link #MIN_SAVED} of the run
 * time. Otherwise the cores tell: busy is healthy; unused is idle, unless other processes took
 * them. So a lock at which threads block while all cores are busy is not the verdict, since the
 * threads would only wait for a core instead, unless blocking itself eats CPU time ({@link
 * UnusedCoresBound}).
 */
final class Verdicts {
  static final double MIN_SAVED = 0.05;

  private static final double MIN_SECONDS = 1;
  private static final double BUSY = 0.85;
  private static final double OTHERS = 0.2;

  private Verdicts() {}

  static Verdict of(Evidence evidence, List<Finding> findings) {
    Optional<Finding> top = findings.stream().findFirst();
    boolean recordedNothing = !evidence.cores().known() && evidence.locks().isEmpty();
    if (evidence.runSeconds() < MIN_SECONDS || recordedNothing && evidence.process().gcs() == 0) {
      return unknown(evidence);
    }
    if (top.isPresent() && top.get().savedShareAtMost() >= MIN_SAVED) {
      Finding finding = top.get();
      return new Verdict(
          finding.kind(), sentence(finding.text(), bound(finding, evidence)), finding.location());
    }
    return evidence.cores().known() ? byCores(evidence, top) : unknown(evidence);
  }

  private static String bound(Finding finding, Evidence evidence) {
    return switch (finding.kind()) {
      case CONTENDED_LOCK ->
          evidence
              .topLockGain()
              .map(
                  gain ->
                      "without it, at most +"
                          + percent(gain.atMostShare())
                          + " on this machine "
                          + gain.assumption())
              .orElse("");
      case SERIAL_PHASE, GC ->
          "without that, at most " + percent(finding.savedShareAtMost()) + " of the time saved";
      default -> "";
    };
  }

  private static Verdict byCores(Evidence evidence, Optional<Finding> top) {
    Cores cores = evidence.cores();
    double active = activeShare(evidence);
    double free = 1 - cores.machineBusyShare();
    String lock =
        top.filter(finding -> finding.kind() == FindingKind.CONTENDED_LOCK)
            .map(finding -> "threads block at locks, but that costs little")
            .orElse("");
    if (active >= BUSY) {
      return new Verdict(
          FindingKind.HEALTHY,
          sentence(
              "No bottleneck: the " + cores.count() + " cores are " + percent(active) + " busy",
              lock),
          "");
    }
    if (cores.othersShare() >= OTHERS && free < 1 - BUSY) {
      return new Verdict(
          FindingKind.MACHINE_BUSY,
          "No bottleneck seen in this program: other processes use "
              + percent(cores.othersShare())
              + " of the machine.",
          "");
    }
    return new Verdict(
        FindingKind.IDLE,
        sentence(
            "Not held back by anything seen here: the cores are "
                + percent(cores.busyShare())
                + " busy, and its threads wait for input, I/O or time",
            lock),
        "");
  }

  /** Busy share of the time for which the use of the cores is known. */
  private static double activeShare(Evidence evidence) {
    double busy = 0;
    double all = 0;
    for (Phase phase : evidence.phases()) {
      boolean ran = phase.kind() != Phase.Kind.IDLE && phase.kind() != Phase.Kind.UNKNOWN;
      busy += ran ? phase.busyCores() * phase.seconds() : 0;
      all += phase.kind() == Phase.Kind.UNKNOWN ? 0 : phase.seconds();
    }
    return all == 0 ? 0 : busy / all / Math.max(1, evidence.cores().count());
  }

  private static Verdict unknown(Evidence evidence) {
    String why =
        evidence.runSeconds() < MIN_SECONDS
            ? "the recording covers only " + Amounts.nanos(evidence.recording().durationNanos())
            : "the recording holds neither the use of the cores nor locks";
    return new Verdict(FindingKind.UNKNOWN, "Too little was recorded to tell: " + why + ".", "");
  }

  private static String sentence(String first, String second) {
    return first + (second.isEmpty() ? "." : "; " + second + ".");
  }
}
