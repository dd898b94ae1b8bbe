package dev.uncork.report.words;

import static dev.uncork.report.words.Amounts.count;
import static dev.uncork.report.words.Amounts.few;
import static dev.uncork.report.words.Amounts.percent;
import static dev.uncork.report.words.Amounts.three;

import dev.uncork.diagnosis.Finding.Waiting;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.diagnosis.stack.SynchronizerName;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;

/** Words for waits that keep cores idle. */
final class WaitingWords {
  /** Threads on average from which on they are counted rather than their time. */
  private static final double COUNTED = 0.95;

  /** Share from which on what other processes used is told. */
  private static final double TELLING = 0.05;

  /** With fewer waiting threads than this, on average, nobody waits. */
  private static final double NOBODY = 0.05;

  private static final String TIMER = Timer.class.getName();

  private WaitingWords() {}

  /** What is waited for, by whom, and where. */
  static String text(Waiting finding) {
    Root root = finding.root();
    if (root.row() == RowKind.BURNT) {
      return BurnWords.text(root);
    }
    return switch (root.kind()) {
      case POOL_TOO_SMALL ->
          root.pool()
              .map(pool -> carries(root) ? carriers(pool) : pool(pool, root) + meanwhile(root))
              .orElseGet(() -> permits(root));
      case PERMITS_EXHAUSTED -> permits(root);
      case SLOW_CONSUMER ->
          "The consumer of "
              + object(root, "a queue")
              + " is too slow: "
              + waiters(root)
              + " for room in the queue"
              + at(root)
              + meanwhile(root);
      case SLOW_PRODUCER ->
          "The producer is too slow: "
              + waiters(root)
              + " at an empty queue"
              + apart(root)
              + meanwhile(root);
      case STRAGGLER ->
          "One straggler keeps the others waiting: "
              + waiters(root)
              + apart(root)
              + meanwhile(root);
      case BARRIER ->
          capital(waiters(root))
              + " at a barrier"
              + apart(root)
              + " for the slowest"
              + meanwhile(root);
      case DEPENDENT_STEPS ->
          "Each step waits for the one before: " + waiters(root) + apart(root) + meanwhile(root);
      case HAND_OVER -> handOver(root);
      case SERIAL_PHASE ->
          (root.threads() < NOBODY ? "Only one thread works" : "The others wait for one thread")
              + cause(root);
      case TOO_FEW_THREADS -> "Fewer threads work than there are cores" + cause(root);
      case REMOTE_WAIT ->
          capital(waiters(root)) + remote(root, object(root, "a remote service")) + at(root);
      case STORAGE_WAIT ->
          capital(waiters(root)) + " for " + named(root, "the disk or a file") + at(root);
      case TIMED_WAIT ->
          ofLibrary(root)
              .map(named -> capital(waiters(root)) + " for " + named + at(root))
              .orElseGet(() -> limitedByTime(root));
      case CHILD_PROCESS -> capital(waiters(root)) + " for a child process" + at(root);
      case DEADLOCK ->
          root.pool()
              .map(pool -> DeadlockWords.ofPool(pool, root))
              .orElseGet(() -> DeadlockWords.sentence(root.stuck()));
      case PINNED_CARRIERS ->
          "Virtual threads that wait"
              + at(root)
              + " stay pinned to their carriers, while "
              + three(root.threads())
              + " others are ready to run, on average";
      case CLASS_INITIALIZATION ->
          capital(waiters(root))
              + " until "
              + object(root, "one class after another")
              + " is initialised"
              + at(root)
              + meanwhile(root);
      default ->
          capital(threads(root, "are blocked", "is blocked")) + atLock(root) + meanwhile(root);
    };
  }

  /** At most how much there is to gain. */
  static String bound(Waiting finding) {
    if (finding.root().kind() == FindingKind.DEADLOCK) {
      return ""; // What it would have done is anybody's guess.
    }
    return unblocked(finding.root())
        + " could make it "
        + (finding.orMore()
            ? Amounts.fasterOrMore(finding.gainAtLeast())
            : Amounts.faster(finding.gainAtMost(), finding.isBound()));
  }

  /**
   * What the bound is of: that nobody waits any more, while an operation costs what it costs now.
   * Who asks for less, or makes the work of a few cheaper, may gain more.
   */
  private static String unblocked(Root root) {
    return switch (root.row()) {
      case REMOTE, STORAGE, TIMERS, CHILD_PROCESSES -> "not having to wait";
      case FEW_THREADS, FULL_QUEUES -> "keeping all cores busy";
      case POOLS -> root.pool().isPresent() ? "more threads" : "fixing that";
      default -> "fixing that";
    };
  }

  /** Figures, and the setting to change. */
  static List<String> evidence(Waiting finding) {
    Root root = finding.root();
    List<String> lines = new ArrayList<>();
    if (root.row() == RowKind.BURNT) {
      return lines;
    }
    lines.add(unused(root) + waited(root));
    if (root.kind() == FindingKind.DEADLOCK) {
      root.stuck().forEach(thread -> lines.add(DeadlockWords.clause(thread) + "."));
      return lines;
    }
    root.causes().stream()
        .skip(1)
        .limit(2)
        .forEach(other -> lines.add("At other moments" + described(other) + "."));
    if (!tellsPlace(root)) {
      root.caller().ifPresent(caller -> lines.add("Called at " + caller + "."));
    }
    root.library()
        .filter(library -> !library.setting().isEmpty() || !isLocksName(root))
        .map(WaitingWords::setting)
        .ifPresent(lines::add);
    return lines;
  }

  /** Whether the sentence tells where they wait. */
  private static boolean tellsPlace(Root root) {
    return switch (root.kind()) {
      case POOL_TOO_SMALL -> root.pool().isEmpty();
      case SERIAL_PHASE, TOO_FEW_THREADS -> false;
      case SLOW_PRODUCER, STRAGGLER, BARRIER, DEPENDENT_STEPS -> !apart(root).isEmpty();
      default -> true;
    };
  }

  /** Whether the sentence names the lock as the library does. */
  private static boolean isLocksName(Root root) {
    return root.kind() == FindingKind.CONTENDED_LOCK && root.object().isEmpty();
  }

  private static String unused(Root root) {
    double others = root.leftCoreSeconds() - root.coreSeconds();
    return three(root.leftCoreSeconds())
        + " core-seconds were left unused meanwhile"
        + (others < TELLING * root.leftCoreSeconds()
            ? ""
            : " (other processes took " + three(others) + " of them)");
  }

  private static String waited(Root root) {
    return root.pool().isPresent() || root.threads() < NOBODY
        ? "."
        : "; "
            + (Amounts.isOne(root.threads()) ? "one thread" : few(root.threads()) + " threads")
            + " waited, on average over the recording.";
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

  private static boolean carries(Root root) {
    return root.cause().filter(cause -> cause.activity() == Activity.PINNED).isPresent();
  }

  private static String carriers(Root.PoolFacts pool) {
    return "Virtual threads have too few carriers, as jdk.virtualThreadScheduler.parallelism says: "
        + (pool.threads() == 1 ? "the only one was" : "all " + pool.threads() + " were")
        + " busy while "
        + count(Math.round(pool.queued()))
        + " threads were ready to run";
  }

  private static String pool(Root.PoolFacts pool, Root root) {
    if (pool.className().equals(TIMER)) {
      return "Timer "
          + pool.threadName()
          + " runs all its tasks in one thread: on average "
          + count(Math.round(pool.queued()))
          + " more were due";
    }
    return (pool.threadName().isEmpty()
            ? "A pool of virtual threads"
            : "Thread pool " + pool.threadName())
        + " is too small: "
        + (pool.threads() == 1 ? "its only thread was" : "all " + pool.threads() + " threads were")
        + (root.waitsForTasks() ? " waiting for other tasks while " : " busy while ")
        + count(Math.round(pool.queued()))
        + " tasks waited in its queue";
  }

  private static String permits(Root root) {
    String of = ofLibrary(root).orElseGet(() -> object(root, "A pool"));
    return of + " is used up: " + waiters(root) + " for it" + at(root) + meanwhile(root);
  }

  /** Who is waited for either waits for his turn, too, or does one of many small tasks. */
  private static String handOver(Root root) {
    boolean works = root.cause().filter(cause -> cause.activity() == Activity.RUNNING).isPresent();
    return works
        ? "Many small tasks are handed over: "
            + waiters(root)
            + apart(root)
            + meanwhile(root)
            + " for moments only"
        : "Threads take turns instead of working side by side: "
            + waiters(root)
            + " for another one to hand over"
            + at(root);
  }

  private static String limitedByTime(Root root) {
    if (root.cause().isPresent()) {
      String timer = root.cause().get().thread();
      return "Limited by time: "
          + waiters(root)
          + at(root)
          + " for what timer thread "
          + timer
          + " does when it is due";
    }
    return root.object().isEmpty()
        ? capital(threads(root, "sleep", "sleeps")) + at(root)
        : "Limited by time: " + waiters(root) + at(root) + " for permits that no thread holds";
  }

  private static String waiters(Root root) {
    return threads(root, "wait", "waits");
  }

  /** How many threads do something, or how much of the time one does. */
  private static String threads(Root root, String several, String one) {
    return root.threads() >= COUNTED
        ? "on average " + Amounts.threads(root.threads(), several, one)
        : "threads " + several + " " + percent(root.threads()) + " of the time";
  }

  static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** The library's name for an object, where its class says nothing. */
  private static String named(Root root, String otherwise) {
    boolean tells = !root.object().isEmpty() && !LedgerWords.isPlain(root.object());
    return tells ? root.object() : ofLibrary(root).orElse(otherwise);
  }

  /** Its class isn't told twice where it is that of the code, too. */
  private static String atLock(Root root) {
    return root.site()
        .filter(frame -> ClassNames.shown(frame.className()).equals(root.object()))
        .map(frame -> " in " + frame)
        .orElseGet(() -> " at " + lock(root) + at(root));
  }

  private static String lock(Root root) {
    return SynchronizerName.isPart(root.object())
        ? ofLibrary(root).orElse("a " + SynchronizerName.of(root.object(), "", stack(root)))
        : named(root, "a lock");
  }

  private static List<Frame> stack(Root root) {
    List<RootSpread.Stack> stacks = root.spread().stacks();
    return stacks.isEmpty() ? List.of() : stacks.get(0).frames();
  }

  private static Optional<String> ofLibrary(Root root) {
    return root.library().map(library -> library.library() + "'s " + library.object());
  }

  private static String object(Root root, String otherwise) {
    return root.object().isEmpty() ? otherwise : root.object();
  }

  private static String at(Root root) {
    String caller = root.caller().map(frame -> ", called at " + frame).orElse("");
    return root.site().map(frame -> " at " + frame + caller).orElse("");
  }

  /** Where they wait, unless that is the method of those for whom they wait, which is told too. */
  private static String apart(Root root) {
    Optional<String> of =
        root.cause().flatMap(Root.Cause::site).map(frame -> frame.qualifiedMethod());
    return of.isPresent() && of.equals(root.site().map(frame -> frame.qualifiedMethod()))
        ? ""
        : at(root);
  }

  private static String remote(Root root, String end) {
    boolean sends =
        root.stack().stream()
            .takeWhile(frame -> !CodeOrigin.isApplication(frame))
            .map(Frame::method)
            .filter(method -> method.equals("read") || method.equals("write"))
            .findFirst()
            .filter(innermost -> innermost.equals("write"))
            .isPresent();
    return sends ? " until " + end + " takes what they send" : " for an answer from " + end;
  }

  private static String cause(Root root) {
    return root.cause().map(cause -> ":" + described(cause)).orElse("");
  }

  /** What those do who are waited for. */
  private static String meanwhile(Root root) {
    return meanwhile(root.cause());
  }

  /** What a thread does for which others wait. */
  static String meanwhile(Optional<Root.Cause> cause) {
    return cause.map(does -> ", while" + described(does)).orElse("");
  }

  /** Only virtual threads have no name unless they are given one. */
  private static String thread(String name) {
    return name.isEmpty()
        ? "a virtual thread"
        : (name.contains("*") ? "a thread " : "thread ") + name;
  }

  private static String described(Root.Cause cause) {
    return " "
        + thread(cause.thread())
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
      case PINNED -> "carries a virtual thread that waits";
      case NATIVE -> "waits inside the JVM or native code";
      case IDLE -> "is idle";
    };
  }
}
