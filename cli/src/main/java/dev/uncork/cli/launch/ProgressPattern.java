package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What in the program's output tells its progress: the first group of a regular expression, read as
 * operations so far, or as operations per second when the expression itself says so.
 */
public final class ProgressPattern {
  private static final Pattern NAMES_A_RATE =
      Pattern.compile("/ ?s(ec)?\\b|per ?s(ec)?|p/s|\\(\\?<rate>", Pattern.CASE_INSENSITIVE);
  private static final Pattern GROUPING = Pattern.compile("[,_'\\s\\u00a0\\u202f]");

  private final Pattern pattern;
  private final boolean rate;

  private ProgressPattern(Pattern pattern, boolean rate) {
    this.pattern = pattern;
    this.rate = rate;
  }

  /** Compiles the expression, or refuses it with what is wrong. */
  public static ProgressPattern of(String expression) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new UserError(
          "--progress '"
              + expression
              + "' is not a regular expression: "
              + e.getDescription()
              + " near index "
              + e.getIndex(),
          e);
    }
    if (pattern.matcher("").groupCount() == 0) {
      throw new UserError(
          "--progress '"
              + expression
              + "' has no group; put the number in one, as in 'states/sec: (\\d+)'");
    }
    return new ProgressPattern(pattern, NAMES_A_RATE.matcher(expression).find());
  }

  /** Whether the number is operations per second instead of operations so far. */
  public boolean isRate() {
    return rate;
  }

  /** The number in a line of output, if it matches. Thousands separators are understood. */
  public OptionalDouble find(String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.find() || matcher.group(1) == null) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(
          Double.parseDouble(GROUPING.matcher(matcher.group(1)).replaceAll("")));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
