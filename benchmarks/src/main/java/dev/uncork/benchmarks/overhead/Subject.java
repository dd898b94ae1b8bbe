package dev.uncork.benchmarks.overhead;

import dev.uncork.benchmarks.overhead.program.BlockedAcquire;
import dev.uncork.benchmarks.overhead.program.CheckedModel;
import dev.uncork.benchmarks.overhead.program.HotSection;
import dev.uncork.benchmarks.overhead.program.HttpRequests;
import dev.uncork.benchmarks.overhead.program.IdleThreads;
import dev.uncork.benchmarks.overhead.program.LockPingPong;
import dev.uncork.benchmarks.overhead.program.Uncontended;
import java.util.List;
import java.util.Locale;

/**
 * A program that the observers watch.
 *
 * @param figure name of its figure in the result, without the JDK's suffix
 * @param kind what is compared
 * @param note what the operation is
 * @param program options, main class and arguments
 */
record Subject(String figure, Kind kind, String note, List<String> program) {
  /** What is compared. */
  enum Kind {
    /** The difference of an operation's CPU time, in ns. */
    DIFFERENCE,
    /** The ratio of an operation's CPU time. */
    RATIO,
    /** The same, and the ratio of the time by the clock, of a whole program. */
    WHOLE
  }

  private static final int VIRTUAL_THREADS_SINCE = 21;

  static List<Subject> all() {
    return List.of(
        new Subject(
            "blocked-monitor-ns",
            Kind.DIFFERENCE,
            "CPU time added to one monitor acquire that blocks; the least of three runs each",
            List.of(BlockedAcquire.class.getName(), "monitor", "30000")),
        new Subject(
            "blocked-juc-ns",
            Kind.DIFFERENCE,
            "CPU time added to one ReentrantLock acquire that parks; the least of three runs each",
            List.of(BlockedAcquire.class.getName(), "juc", "30000")),
        new Subject(
            "worst-case-ratio",
            Kind.RATIO,
            "process CPU per acquire, two threads handing one monitor over on one processor, where"
                + " every acquire blocks",
            List.of(LockPingPong.class.getName(), "monitor", "150000")),
        new Subject(
            "worst-case-juc-ratio",
            Kind.RATIO,
            "the same with a ReentrantLock",
            List.of(LockPingPong.class.getName(), "juc", "150000")),
        new Subject(
            "http-ratio",
            Kind.WHOLE,
            "process CPU per request, server and load generator in one JVM, over 300,000 requests"
                + " after 100,000",
            List.of("-Xmx512m", HttpRequests.class.getName(), "100000", "300000")),
        new Subject(
            "service-minute-ratio",
            Kind.WHOLE,
            "the HTTP program again, over 1,500,000 requests after 300,000: about a minute, in which"
                + " what begins or ends with the observation weighs less",
            List.of("-Xmx512m", HttpRequests.class.getName(), "300000", "1500000")),
        new Subject(
            "checker-ratio",
            Kind.WHOLE,
            "process CPU of a check by two workers, whose log is off, after a smaller one",
            List.of("-Xmx2g", CheckedModel.class.getName(), "9", "11", "2")),
        new Subject(
            "idle-threads-ratio",
            Kind.WHOLE,
            "process CPU per operation of two threads beside 10,000 that wait",
            List.of(IdleThreads.class.getName(), "platform", "10000", "30000000")),
        new Subject(
            "virtual-threads-ratio",
            Kind.WHOLE,
            "process CPU per operation of two threads beside 100,000 virtual ones that wait",
            List.of(IdleThreads.class.getName(), "virtual", "100000", "30000000")),
        new Subject(
            "top-ratio",
            Kind.RATIO,
            "process CPU per request of the HTTP program while uncork top watches it, which attached"
                + " during the warm-up",
            List.of(HttpRequests.class.getName(), "100000", "60000")),
        new Subject(
            "uncontended-ratio",
            Kind.RATIO,
            "thread CPU per uncontended synchronized + ReentrantLock pair",
            List.of(Uncontended.class.getName(), "60")),
        new Subject(
            "demand-ratio",
            Kind.RATIO,
            "process CPU per operation of about a microsecond with one hot monitor, on one"
                + " processor, 3 to 11 s after the start: while Uncork instruments it, measures its"
                + " demand, and takes that back",
            List.of(HotSection.class.getName(), "4", "3", "11")));
  }

  /** Whether a JDK of this major version can run it. */
  boolean runsOn(int major) {
    return !figure.startsWith("virtual") || major >= VIRTUAL_THREADS_SINCE;
  }

  /** Ours, whose figure it is. */
  Observer own() {
    if (figure.startsWith("demand")) {
      return Observer.UNCORK_DEMAND;
    }
    return figure.startsWith("top") ? Observer.UNCORK_TOP : Observer.UNCORK;
  }

  /** The observers that watch it, ours first. */
  List<Observer> observers() {
    return figure.startsWith("demand")
            || figure.startsWith("top")
            || kind == Kind.WHOLE && !figure.startsWith("http")
        ? List.of(own())
        : List.of(
            Observer.UNCORK,
            Observer.ASYNC_PROFILER_ALL,
            Observer.ASYNC_PROFILER_DEFAULT,
            Observer.JFR_ALL,
            Observer.JFR_DEFAULT);
  }

  /** Marks of what it prints: CPU time, and for a whole program also the time by the clock. */
  List<String> marks() {
    return kind == Kind.WHOLE ? List.of(ChildJvm.RESULT, ChildJvm.WALL) : List.of(ChildJvm.RESULT);
  }

  /** The name of the figure that is told by a mark. */
  String figure(String mark) {
    return mark.equals(ChildJvm.WALL) ? figure.replace("-ratio", "-wall-ratio") : figure;
  }

  /** Of how many runs a round's result is the least: differences of some ns need more of them. */
  int runs() {
    return kind == Kind.DIFFERENCE ? 3 : 1;
  }

  /**
   * What the command starts with. Blocked acquires are measured on one processor, where each one
   * parks and no thread moves: on several, adaptive spinning lets a run change between two modes
   * that differ by thousands of ns per acquire.
   */
  List<String> prefix() {
    int lastCpu = Runtime.getRuntime().availableProcessors() - 1;
    return blocks() ? List.of("taskset", "-c", Integer.toString(lastCpu)) : List.of();
  }

  private boolean blocks() {
    return kind == Kind.DIFFERENCE
        || figure.startsWith("worst-case")
        || figure.startsWith("demand");
  }

  /**
   * What there is to reach, for the note.
   *
   * @param exactPeer the least figure of the other observers that count exactly
   */
  String goal(double exactPeer) {
    if (kind == Kind.WHOLE) {
      return "to reach: at most 1.02";
    }
    String limit =
        switch (figure) {
          case "top-ratio" -> "at most 1.02";
          case "uncontended-ratio" -> "1.00 within noise";
          case "worst-case-ratio", "worst-case-juc-ratio" -> "at most 1.15";
          case "demand-ratio" -> "no limit; it is paid once, where a lock is hot";
          default ->
              String.format(Locale.ROOT, "at most %.1f, as the best peer that counts", exactPeer);
        };
    return "to reach: " + limit;
  }

  /** The figure of one round. */
  double figureOf(double observed, double unobserved) {
    return kind == Kind.DIFFERENCE ? observed - unobserved : observed / unobserved;
  }

  String unit() {
    return kind == Kind.DIFFERENCE ? "ns" : "ratio";
  }
}
