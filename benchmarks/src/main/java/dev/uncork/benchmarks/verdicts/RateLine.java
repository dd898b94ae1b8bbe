package dev.uncork.benchmarks.verdicts;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line in which a program says how fast it was: {@code rate 12.3 ops/s}. */
public final class RateLine {
  private static final Pattern RATE = Pattern.compile("^rate ([0-9.]+) ops/s$", Pattern.MULTILINE);

  private RateLine() {}

  /**
   * Its number.
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
}
