package dev.uncork.benchmarks.verdicts;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines in which a program says how fast it was, {@code rate 12.3 ops/s}, and on how many cores
 * on average, {@code cores 1.2}.
 */
public final class RateLine {
  private static final Pattern RATE = Pattern.compile("^rate ([0-9.]+) ops/s$", Pattern.MULTILINE);

  private static final Pattern CORES = Pattern.compile("^cores ([0-9.]+)$", Pattern.MULTILINE);

  private RateLine() {}

  /**
   * The rate.
   *
   * @throws IOException if the output of the command has no such line
   */
  public static double read(String output, List<String> command) throws IOException {
    Matcher matcher = RATE.matcher(output);
    if (!matcher.find()) {
      throw new IOException("no line 'rate NUMBER ops/s' from " + command + ":\n" + output);
    }
    return Double.parseDouble(matcher.group(1));
  }

  /** CPU time for each operation, in seconds; 0 where it isn't said. */
  static double cpuSeconds(String output, List<String> command) throws IOException {
    Matcher matcher = CORES.matcher(output);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) / read(output, command) : 0;
  }
}
