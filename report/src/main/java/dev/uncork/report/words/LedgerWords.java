package dev.uncork.report.words;

import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.recording.Frame;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the rows of the ledger and their roots are called. */
public final class LedgerWords {
  /** Classes of locks that say nothing about them. */
  private static final Set<String> PLAIN = Set.of("Object", "Class");

  private static final Pattern PACKAGES =
      Pattern.compile("(?:[\\p{L}_][\\p{L}\\d_]*\\.)+(?=\\p{Lu}[^/:]*$)");

  private static final Pattern PACKAGE =
      Pattern.compile("^(?:\\p{Ll}[\\p{L}\\d_]*\\.)+(?=\\p{Lu})");

  /** Share of the cores that other processes took from which on it explains much. */
  private static final double WORTH_SAYING = 0.1;

  /** Share of the cores below which nothing was idle that other processes left. */
  private static final double HARDLY_ANY = 0.01;

  private LedgerWords() {}

  /** Above the rows: how many core-seconds there were. */
  public static String title(Ledger ledger, double seconds) {
    double cores = ledger.coreSeconds() / Math.max(1e-9, seconds);
    boolean whole = Math.abs(cores - Math.rint(cores)) < 0.02 * cores;
    String count = whole ? String.format(Locale.ROOT, "%.0f", cores) : Amounts.three(cores);
    return "Where "
        + count
        + (count.equals("1") ? " core × " : " cores × ")
        + Amounts.nanos(seconds * 1e9)
        + " went";
  }

  /** A row, in at most 22 letters. */
  public static String row(RowKind kind) {
    return switch (kind) {
      case WORK -> "work";
      case BURNT -> "burnt by contention";
      case GC -> "garbage collection";
      case COMPILATION -> "compilation";
      case SAFEPOINTS -> "all threads stopped";
      case JVM -> "the JVM's own threads";
      case OTHER_PROCESSES -> "other processes";
      case THROTTLED -> "withheld by CPU quota";
      case LOCKS -> "blocked at locks";
      case POOLS -> "waiting for a pool";
      case FULL_QUEUES -> "waiting at full queues";
      case FEW_THREADS -> "only few threads busy";
      case REMOTE -> "waiting for answers";
      case STORAGE -> "waiting for files";
      case TIMERS -> "sleeping";
      case CHILD_PROCESSES -> "waiting for a process";
      case JVM_WAITS -> "waiting in the JVM";
      case DEADLOCK -> "deadlock";
      case NO_DEMAND -> "nothing to do";
      case UNEXPLAINED -> "unexplained";
    };
  }

  /** What it means that core-seconds went to a row. */
  public static String about(RowKind kind) {
    return switch (kind) {
      case WORK -> "CPU time of the application's own threads, less what contention burns.";
      case BURNT ->
          "CPU time of the application's own threads that a unit of work takes on all cores, but not on few: spinning, retries, cache lines that travel between cores, hand-offs of locks.";
      case GC -> "CPU time of garbage collection, and cores that stood still during its pauses.";
      case COMPILATION -> "CPU time of the JIT compilers.";
      case SAFEPOINTS ->
          "Cores stood still while the JVM had stopped all threads for something other than collecting garbage, such as thread dumps.";
      case JVM -> "CPU time of the JVM's and Uncork's other threads.";
      case OTHER_PROCESSES -> "Used by other processes, or taken by the hypervisor.";
      case THROTTLED -> "Withheld by the control group's CPU quota.";
      case LOCKS -> "Cores were idle while threads were blocked at locks.";
      case POOLS ->
          "Cores were idle while tasks or threads waited for a thread, a connection or a permit.";
      case FULL_QUEUES -> "Cores were idle while producers waited for room in a queue.";
      case FEW_THREADS ->
          "Cores were idle while the other threads waited for what a few were doing.";
      case REMOTE -> "Cores were idle while threads waited for an answer over the network.";
      case STORAGE -> "Cores were idle while threads waited for files.";
      case TIMERS -> "Cores were idle while threads slept.";
      case CHILD_PROCESSES -> "Cores were idle while threads waited for another process.";
      case JVM_WAITS ->
          "Cores were idle while threads waited inside the JVM: until a class was initialised, or for a carrier.";
      case DEADLOCK -> "Cores were idle because threads wait for each other for ever.";
      case NO_DEMAND -> "Cores were idle because there was nothing to do; that is not a fault.";
      case UNEXPLAINED -> "Cores were idle, and the recording doesn't say why.";
    };
  }

  /** A root in a few words: the object, else the code, else the thread; empty where unknown. */
  public static String root(Root root) {
    if (root.row() == RowKind.FEW_THREADS) {
      String thread = root.cause().map(Root.Cause::thread).orElse("");
      String where = root.site().map(LedgerWords::method).orElse("");
      return thread.isEmpty() || where.isEmpty() ? thread + where : thread + " in " + where;
    }
    if (root.pool().isPresent()) {
      return root.pool().get().threadName();
    }
    if (root.library().isPresent()) {
      return root.library().get().library() + "'s " + root.library().get().object();
    }
    if (root.row() == RowKind.BURNT && root.site().isPresent()) {
      return method(root.site().get());
    }
    if (root.row() == RowKind.LOCKS && root.site().isPresent()) {
      Frame site = root.site().get();
      String of = object(root.object());
      return of.equals(object(site.className())) ? of : method(site);
    }
    if (!root.object().isEmpty()) {
      return object(root.object());
    }
    return root.site().map(LedgerWords::method).orElse("");
  }

  /** Class and method without packages. */
  static String method(Frame frame) {
    return frame.className().isEmpty()
        ? frame.method()
        : object(frame.className()) + "." + frame.method();
  }

  /** A place in the code, without packages: {@code StateTrace.write (StateTrace.java:52)}. */
  static String place(Frame frame) {
    String line = frame.line() > 0 ? ":" + frame.line() : "";
    return method(frame) + (frame.file().isEmpty() ? "" : " (" + frame.file() + line + ")");
  }

  /**
   * Where threads block, said at a place: {@code there} if the lock is of the place's own class, or
   * its class says nothing; {@code there at Object of NativePRNG below UUID.randomUUID} if it is
   * one that the place doesn't know.
   */
  static String lockAt(LockRow row, Frame place) {
    String lock = object(row.name().split(" ", 2)[0]);
    if (isPlain(lock) && row.deepInJdk()) {
      return "there at " + row.name();
    }
    boolean told = isPlain(lock) || lock.equals(object(place.className()));
    return told ? "there" : "there at " + lock;
  }

  /** Whether the name of a lock's class, without its package, says nothing about the lock. */
  static boolean isPlain(String shown) {
    return PLAIN.contains(shown);
  }

  /** A field or method with its class, an array or a class, without packages. */
  static String shared(String name) {
    return PACKAGE.matcher(Frame.withoutAddresses(name)).replaceFirst("");
  }

  /** A class without its packages, a file without its folder. */
  private static String object(String object) {
    if (object.startsWith("/")) {
      return object.substring(object.lastIndexOf('/', object.length() - 2) + 1);
    }
    return PACKAGES.matcher(object).replaceFirst("");
  }

  /** A stretch of time and what led in it. */
  public static String phase(RowPhase phase) {
    String root = phase.root().map(LedgerWords::root).orElse("");
    boolean hardly = phase.share() < HARDLY_ANY;
    return span(phase.fromSeconds(), phase.toSeconds())
        + " s: "
        + row(phase.row())
        + (hardly ? "" : " " + Amounts.percent(phase.share()))
        + (root.isEmpty() ? "" : ", " + root)
        + (phase.toOthers() < WORTH_SAYING ? "" : toOthers(phase, hardly));
  }

  private static String toOthers(RowPhase phase, boolean allIdle) {
    String share = Amounts.percent(phase.toOthers());
    return allIdle
        ? "; other processes used the " + share + " that it left idle"
        : "; other processes used another " + share;
  }

  /** From when until when, in seconds. */
  public static String span(double from, double to) {
    return seconds(from) + "–" + seconds(to);
  }

  private static String seconds(double seconds) {
    return String.format(
        Locale.ROOT, Math.abs(seconds - Math.rint(seconds)) < 0.05 ? "%.0f" : "%.1f", seconds);
  }
}
