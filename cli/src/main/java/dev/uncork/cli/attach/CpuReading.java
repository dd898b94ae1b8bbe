package dev.uncork.cli.attach;

import java.io.IOException;
import java.util.Optional;

/**
 * What a process has used until now; the difference of two looks is what it uses.
 *
 * @param cpuTicks CPU time of all its threads, in hundredths of a second
 * @param threads how many it has
 * @param atNanos when that was, by {@link System#nanoTime}
 */
public record CpuReading(long cpuTicks, int threads, long atNanos) {
  /** USER_HZ, which Linux shows to programs on all its platforms that run Java. */
  private static final double TICK_NANOS = 10_000_000;

  /** A look at a process; empty when it has ended. */
  public static Optional<CpuReading> of(long pid) {
    try {
      String line = String.join(" ", new ProcFiles(pid).lines("stat"));
      return Optional.of(parse(line, System.nanoTime()));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Of a line of {@code /proc/PID/stat}; see proc(5). */
  static CpuReading parse(String line, long atNanos) {
    // The name may hold blanks and parentheses; the fields start behind the last one.
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
    long user = Long.parseLong(fields[11]);
    long system = Long.parseLong(fields[12]);
    return new CpuReading(user + system, Integer.parseInt(fields[17]), atNanos);
  }

  /** Cores that it kept busy between an earlier look and this one, on average. */
  public double coresSince(CpuReading earlier) {
    long nanos = Math.max(1, atNanos - earlier.atNanos);
    return Math.max(0, (cpuTicks - earlier.cpuTicks) * TICK_NANOS / nanos);
  }
}
