package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.count;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.Amounts.three;

import dev.uncork.diagnosis.Finding.Waiting;
import dev.uncork.diagnosis.ledger.Activity;
import dev.uncork.diagnosis.ledger.LibraryWait;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said of waits that keep cores idle. */
final class WaitingWords {
  /** Threads on average from which on they are counted rather than their time. */
  private static final double COUNTED = 0.95;

  private WaitingWords() {}

  /** What is waited for, by whom, and where. */
  static String text(Waiting finding) {
    Root root = finding.root();
    return switch (root.kind()) {
      case POOL_TOO_SMALL -> root.pool().map(WaitingWords::pool).orElseGet(() -> permits(root));
      case PERMITS_EXHAUSTED -> permits(root);
      case SLOW_CONSUMER ->
          waiters(root)
              + " for room in "
              + object(root, "a full queue")
              + at(root)
              + "; its consumer is too slow"
              + cause(root);
      case SLOW_PRODUCER ->
          "Consumers wait at an empty queue; its producer is too slow" + cause(root);
      case STRAGGLER -> "The others wait for one straggler" + cause(root);
      case BARRIER -> waiters(root) + " at a barrier" + at(root) + " for the slowest" + cause(root);
      case DEPENDENT_STEPS ->
          "Its steps run one after the other, each waiting for the one before"
              + cause(root)
              + (causedHere(root) ? "" : at(root));
      case SERIAL_PHASE -> "One thread works while the others wait for it" + cause(root);
      case TOO_FEW_THREADS -> "Fewer threads work than there are cores" + cause(root);
      case REMOTE_WAIT ->
          waiters(root) + " for an answer from " + object(root, "a remote service") + at(root);
      case STORAGE_WAIT -> waiters(root) + " for " + object(root, "the disk or a file") + at(root);
      case TIMED_WAIT -> sleepers(root) + at(root);
      case CHILD_PROCESS -> waiters(root) + " for a child process" + at(root);
      case DEADLOCK -> "Deadlock: threads wait for each other for ever" + cause(root) + at(root);
      case PINNED_CARRIERS ->
          "Virtual threads pin their carriers: they wait" + at(root) + " without giving them up";
      case CLASS_INITIALIZATION ->
          waiters(root) + " until " + object(root, "a class") + " is initialised" + cause(root);
      default -> waiters(root) + " for " + object(root, "a lock") + at(root) + cause(root);
    };
  }

  /** At most how much there is to gain. */
  static String bound(Waiting finding) {
    double factor = 1 + finding.gainAtMost();
    return "without that, it could be up to "
        + (factor >= 2
            ? three(factor) + " times as fast"
            : percent(finding.gainAtMost()) + " faster");
  }

  /** Figures, and the setting to change. */
  static List<String> evidence(Waiting finding) {
    Root root = finding.root();
    List<String> lines = new ArrayList<>();
    lines.add(
        three(root.coreSeconds())
            + " core-seconds were unused because of it, with "
            + three(root.threads())
            + " threads waiting on average");
    root.causes().stream()
        .skip(1)
        .limit(2)
        .forEach(other -> lines.add("Also waited for" + described(other)));
    root.library().map(WaitingWords::setting).ifPresent(lines::add);
    return lines;
  }

  private static String setting(LibraryWait library) {
    return library.setting().isEmpty()
        ? library.library() + "'s " + library.object() + " decides on it."
        : library.library()
            + "'s "
            + library.object()
            + " is set by "
            + library.setting()
            + (library.defaultValue().isEmpty()
                ? "."
                : ", " + library.defaultValue() + " by default.");
  }

  private static String pool(Root.PoolFacts pool) {
    return "Thread pool "
        + pool.threadName()
        + " is too small: all "
        + pool.threads()
        + " threads were taken while "
        + count(Math.round(pool.queued()))
        + " tasks waited in its queue";
  }

  private static String permits(Root root) {
    String of =
        root.library()
            .map(library -> library.library() + "'s " + library.object())
            .orElseGet(() -> object(root, "a permit"));
    return waiters(root) + " for " + of + at(root) + ": all are taken" + cause(root);
  }

  private static String waiters(Root root) {
    return root.threads() >= COUNTED
        ? three(root.threads()) + " threads at a time wait"
        : "Threads wait " + percent(root.threads()) + " of the time";
  }

  private static String sleepers(Root root) {
    return root.threads() >= COUNTED
        ? three(root.threads()) + " threads at a time sleep"
        : "Threads sleep " + percent(root.threads()) + " of the time";
  }

  private static String object(Root root, String otherwise) {
    return root.object().isEmpty() ? otherwise : root.object();
  }

  private static String at(Root root) {
    return root.site().map(frame -> " at " + frame).orElse("");
  }

  private static boolean causedHere(Root root) {
    Optional<Frame> of = root.cause().flatMap(Root.Cause::site);
    return of.isPresent() && of.equals(root.site());
  }

  private static String cause(Root root) {
    return root.cause().map(cause -> ":" + described(cause)).orElse("");
  }

  private static String described(Root.Cause cause) {
    return " thread "
        + cause.thread()
        + " "
        + doing(cause.activity())
        + cause.site().map(frame -> " in " + frame).orElse("");
  }

  private static String doing(Activity activity) {
    return switch (activity) {
      case RUNNING -> "runs";
      case LOCK -> "is blocked at a lock";
      case PERMIT -> "waits for a permit";
      case QUEUE_FULL -> "waits at a full queue";
      case QUEUE_EMPTY -> "waits at an empty queue";
      case FUTURE -> "waits for a task";
      case LATCH -> "waits for a latch";
      case BARRIER -> "waits at a barrier";
      case CONDITION -> "waits for a condition";
      case BACKOFF -> "pauses and tries again";
      case SLEEP -> "sleeps";
      case SOCKET -> "waits for an answer";
      case STORAGE -> "waits for a file";
      case CHILD_PROCESS -> "waits for another process";
      case NATIVE -> "waits inside the JVM or native code";
      case IDLE -> "is idle";
    };
  }
}
