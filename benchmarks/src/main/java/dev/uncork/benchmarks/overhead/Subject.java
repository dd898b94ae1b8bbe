package dev.uncork.benchmarks.overhead;

import dev.uncork.benchmarks.overhead.program.BlockedAcquire;
import dev.uncork.benchmarks.overhead.program.HotSection;
import dev.uncork.benchmarks.overhead.program.HttpRequests;
import dev.uncork.benchmarks.overhead.program.HttpTurns;
import dev.uncork.benchmarks.overhead.program.LockPingPong;
import dev.uncork.benchmarks.overhead.program.Uncontended;
import java.util.List;
import java.util.Locale;

/**
 * A program that the observers watch.
 *
 * @param figure name of its figure in the result, without the JDK's suffix
 * @param difference whether the figure is the difference in ns per operation instead of the ratio
 * @param note what the operation is
 * @param program options, main class and arguments
 */
record Subject(String figure, boolean difference, String note, List<String> program) {
  private static final int TURN_REQUESTS = 5000;
  private static final int TURNS = 16;

  static List<Subject> all() {
    return List.of(
        new Subject(
            "blocked-monitor-ns",
            true,
            "CPU time added to one monitor acquire that blocks; the least of three runs each",
            List.of(BlockedAcquire.class.getName(), "monitor", "30000")),
        new Subject(
            "blocked-juc-ns",
            true,
            "CPU time added to one ReentrantLock acquire that parks; the least of three runs each",
            List.of(BlockedAcquire.class.getName(), "juc", "30000")),
        new Subject(
            "worst-case-ratio",
            false,
            "process CPU per acquire, two threads handing one monitor over on one processor, where"
                + " every acquire blocks",
            List.of(LockPingPong.class.getName(), "monitor", "150000")),
        new Subject(
            "worst-case-juc-ratio",
            false,
            "the same with a ReentrantLock",
            List.of(LockPingPong.class.getName(), "juc", "150000")),
        new Subject(
            "http-ratio",
            false,
            "process CPU per request, server and load generator in one JVM, after warm-up; all"
                + " observers' JVMs in turns of "
                + TURN_REQUESTS
                + " requests",
            List.of("-Xmx512m", HttpTurns.class.getName(), "40000", TURN_REQUESTS + "")),
        new Subject(
            "top-ratio",
            false,
            "process CPU per request of the same program while uncork top watches it, which attached"
                + " during the warm-up",
            List.of(HttpRequests.class.getName(), "100000", "60000")),
        new Subject(
            "uncontended-ratio",
            false,
            "thread CPU per uncontended synchronized + ReentrantLock pair",
            List.of(Uncontended.class.getName(), "60")),
        new Subject(
            "demand-ratio",
            false,
            "process CPU per operation of about a microsecond with one hot monitor, on one"
                + " processor, 3 to 11 s after the start: while Uncork instruments it, measures its"
                + " demand, and takes that back",
            List.of(HotSection.class.getName(), "4", "3", "11")));
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
    return figure.startsWith("demand") || figure.startsWith("top")
        ? List.of(own())
        : List.of(
            Observer.UNCORK,
            Observer.ASYNC_PROFILER_ALL,
            Observer.ASYNC_PROFILER_DEFAULT,
            Observer.JFR_ALL,
            Observer.JFR_DEFAULT);
  }

  /** How many turns the program takes a round, beside those of the other observers; 0: none. */
  int turns() {
    return figure.startsWith("http") ? TURNS : 0;
  }

  /** Operations in a round's turns, of which the first isn't measured. */
  double operations() {
    return (TURNS - 1.0) * TURN_REQUESTS;
  }

  /** Of how many runs a round's result is the least: differences of some ns need more of them. */
  int runs() {
    return difference ? 3 : 1;
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
    return difference || figure.startsWith("worst-case") || figure.startsWith("demand");
  }

  /**
   * What there is to reach, for the note.
   *
   * @param exactPeer the least figure of the other observers that count exactly
   */
  String goal(double exactPeer) {
    String limit =
        switch (figure) {
          case "http-ratio", "top-ratio" -> "at most 1.02";
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
    return difference ? observed - unobserved : observed / unobserved;
  }

  String unit() {
    return difference ? "ns" : "ratio";
  }
}
