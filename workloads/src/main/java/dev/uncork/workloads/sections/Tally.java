package dev.uncork.workloads.sections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What one thread counts of its own sections under a lock; used by that thread, read when it has
 * ended.
 */
public final class Tally {
  /** More than a section that ran through can take, less than a slice of the scheduler. */
  private static final long AWAY_NANOS = 500_000;

  /** Of /proc/PID/status: switches of a thread that went to sleep, here for the lock alone. */
  private static final String WANTED = "\nvoluntary_ctxt_switches:";

  /** Switches of a thread that could have gone on, or gave its processor back. */
  private static final String UNWANTED = "\nnonvoluntary_ctxt_switches:";

  private final long holdNanos;
  private long wantedBefore;
  private long unwantedBefore;
  private long last = -1;
  private long sections;
  private long preempted;
  private long contended;
  private long switches;
  private double differences;
  private double squares;
  private double waitNanos;
  private double waitSquares;

  /**
   * Nothing counted yet.
   *
   * @param holdNanos what a section takes whose thread keeps its processor
   */
  public Tally(long holdNanos) {
    this.holdNanos = holdNanos;
  }

  /** Counting begins: what was before was warming up. */
  public void begin() {
    last = -1;
    sections = 0;
    preempted = 0;
    differences = 0;
    squares = 0;
    waitNanos = 0;
    waitSquares = 0;
    String status = ownStatus();
    wantedBefore = number(status, WANTED);
    unwantedBefore = number(status, UNWANTED);
  }

  /** Counting ends; by the thread itself, as {@link #begin}. */
  public void end() {
    String status = ownStatus();
    contended = number(status, WANTED) - wantedBefore;
    switches = contended + number(status, UNWANTED) - unwantedBefore;
  }

  /**
   * A section is over.
   *
   * @param turn the shared counter's value in it
   * @param waited for the lock, in nanoseconds
   * @param held the lock, in nanoseconds
   */
  public void section(long turn, long waited, long held) {
    sections++;
    if (held > holdNanos + AWAY_NANOS) {
      preempted++;
    }
    waitNanos += waited;
    waitSquares += (double) waited * waited;
    if (last >= 0) {
      double difference = turn - last;
      differences += difference;
      squares += difference * difference;
    }
    last = turn;
  }

  /** Standard deviation of the turns between two sections of a thread, over all threads. */
  public static double dispersion(List<Tally> all) {
    return deviation(
        all.stream().mapToDouble(t -> Math.max(0, t.sections - 1)).sum(),
        all.stream().mapToDouble(t -> t.differences).sum(),
        all.stream().mapToDouble(t -> t.squares).sum());
  }

  /** Standard deviation of the time waited for a section, in nanoseconds, over all threads. */
  public static double waitDeviationNanos(List<Tally> all) {
    return deviation(
        all.stream().mapToDouble(t -> t.sections).sum(),
        all.stream().mapToDouble(t -> t.waitNanos).sum(),
        all.stream().mapToDouble(t -> t.waitSquares).sum());
  }

  private static double deviation(double count, double sum, double squares) {
    double mean = sum / Math.max(1, count);
    return Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
  }

  /** Jain's index of the sections of the threads: 1 when all had as many. */
  public static double jain(List<Tally> all) {
    return Dispersion.jain(all.stream().mapToLong(t -> t.sections).toArray());
  }

  /** Sections since counting began. */
  public long sections() {
    return sections;
  }

  /** Sections that took half a millisecond longer than their work does. */
  public long preempted() {
    return preempted;
  }

  /** How often the thread went to sleep, since others had the lock; known at the end. */
  public long contended() {
    return contended;
  }

  /** How often the thread lost its processor or gave it away; known at the end. */
  public long switches() {
    return switches;
  }

  /**
   * Context switches so far.
   *
   * @param status what the kernel says of a thread in {@code /proc/PID/task/TID/status}
   */
  public static long switches(String status) {
    return number(status, WANTED) + number(status, UNWANTED);
  }

  /** What the kernel says of the calling thread; empty where nobody does. */
  private static String ownStatus() {
    try {
      return Files.readString(Path.of("/proc/thread-self/status"));
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * The number behind a name, 0 where there is none. By hand: streams and regular expressions would
   * keep the JVM's compilers busy in the next cell.
   */
  private static long number(String status, String name) {
    int at = status.indexOf(name);
    if (at < 0) {
      return 0;
    }
    int begin = at + name.length();
    return Long.parseLong(status.substring(begin, status.indexOf('\n', begin)).strip());
  }
}
