package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.cores;
import static dev.uncork.report.words.Amounts.faster;
import static dev.uncork.report.words.Amounts.few;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.WaitingWords.capital;

import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Words for CPU time that isn't work: what cores burn when they contend. */
final class BurnWords {
  /** Growth beyond which a factor says no more than that it was nothing before. */
  private static final double MOST_GROWTH = 1000;

  private BurnWords() {}

  static String text(Finding.Burning finding) {
    Burn burn = finding.burn();
    return sentence(burn.kind(), burn.object(), burn.site(), " is the bottleneck: ")
        + ", which burns "
        + percent(burn.share())
        + " of the CPU time";
  }

  /** An entry of the ledger, without its share. */
  static String text(Root root) {
    return sentence(root.kind(), root.object(), root.site(), ": ");
  }

  static String bound(Finding.Burning finding) {
    return "fixing that could make it " + faster(finding.gainAtMost());
  }

  static List<String> evidence(Finding.Burning finding) {
    Burn burn = finding.burn();
    List<String> lines = new ArrayList<>();
    if (finding.cores() > finding.fewCores() && finding.fewCores() > 0 && burn.growth() > 1) {
      lines.add(
          "There a unit of work takes "
              + (burn.growth() < MOST_GROWTH
                  ? few(burn.growth()) + " times as much CPU time on "
                  : "CPU time only on more cores, of ")
              + cores(finding.cores())
              + (burn.growth() < MOST_GROWTH ? " as on " + finding.fewCores() : "")
              + ".");
    }
    hint(burn).ifPresent(lines::add);
    return lines;
  }

  private static Optional<String> hint(Burn burn) {
    return switch (burn.kind()) {
      case SHARED_LINE ->
          Optional.of(
              CodeOrigin.isReadWriteLock(burn.object())
                  ? "Nobody waits there, but every reader writes to the same word of the lock."
                  : "It is either one value that all threads update, or neighbours in one cache"
                      + " line (false sharing).");
      case ATOMIC_RETRIES ->
          Optional.of(
              CodeOrigin.isOptimisticRead(burn.object())
                  ? "A write during a read makes it worthless, so long reads hardly ever succeed."
                  : "The more threads update it, the more of their work is thrown away.");
      default -> Optional.empty();
    };
  }

  static String negative(Finding.NegativeScaling finding) {
    return capital(cores(finding.cores()))
        + (finding.cores() == 1 ? " is" : " are")
        + " slower than "
        + finding.bestCores()
        + ": on "
        + finding.bestCores()
        + " of its "
        + finding.cores()
        + " cores this program is "
        + few(finding.speed().value())
        + " times as fast";
  }

  static List<String> evidence(Finding.NegativeScaling finding) {
    return List.of(
        "A unit of work takes "
            + few(finding.inflation().value())
            + " times as much CPU time on all cores as on few; no single place in the code explains"
            + " most of it.");
  }

  private static String sentence(
      FindingKind kind, String object, Optional<Frame> site, String joint) {
    String where = site.map(frame -> LedgerWords.place(frame) + joint).orElse("");
    String at = object.isEmpty() ? "" : LedgerWords.shared(object);
    return switch (kind) {
      case ATOMIC_RETRIES -> where + retries(object) + " fail and are tried again";
      case SPINNING ->
          where
              + "threads spin in a loop"
              + (at.isEmpty() ? "" : ", waiting for " + at)
              + ", instead of sleeping";
      case HAND_OVER ->
          where + "threads take turns at " + at + ", and spin until the other one comes";
      case SHARED_LINE ->
          where + "all cores write to one cache line" + (at.isEmpty() ? "" : ", that of " + at);
      case MEMORY_BOUND ->
          where
              + "threads wait for memory"
              + (at.isEmpty() ? "" : ", reading " + at)
              + "; the more of them run, the longer they wait";
      default ->
          where + "cores hand " + (at.isEmpty() ? "a lock" : at) + " to each other and spin for it";
    };
  }

  private static String retries(String object) {
    boolean reads = CodeOrigin.isOptimisticRead(object);
    String at = LedgerWords.shared(reads ? CodeOrigin.optimisticallyRead(object) : object);
    String of = at.isEmpty() ? "a shared value" : at;
    return (reads ? "optimistic reads under " : "updates of ") + of;
  }
}
