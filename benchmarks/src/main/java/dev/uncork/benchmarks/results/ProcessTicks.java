package dev.uncork.benchmarks.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * User and system time of a process or a thread so far, by its file {@code stat}; see proc(5).
 *
 * @param name as the kernel shows it
 */
public record ProcessTicks(String name, long ticks) {
  /** USER_HZ, whatever the kernel's own clock. */
  public static final int PER_SECOND = 100;

  /** Indexes among what follows the name. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;

  /**
   * Reads it.
   *
   * @param stat such as {@code /proc/PID/stat}
   * @throws IOException also when it has ended
   */
  public static ProcessTicks read(Path stat) throws IOException {
    String text = Files.readString(stat);
    // The name may hold blanks and parentheses.
    int nameEnd = text.lastIndexOf(')');
    String[] fields = text.substring(nameEnd + 2).split(" ", SYSTEM + 2);
    return new ProcessTicks(
        text.substring(text.indexOf('(') + 1, nameEnd),
        Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]));
  }
}
