package dev.uncork.cli.progress;

import dev.uncork.cli.error.UserError;
import java.util.Map;
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
  private static final Map<Character, Double> SUFFIXES =
      Map.of('k', 1e3, 'K', 1e3, 'M', 1e6, 'G', 1e9, 'T', 1e12);

  private final Pattern pattern;
  private final FigureMeaning meaning;
  private final boolean found;

  private ProgressPattern(Pattern pattern, FigureMeaning meaning, boolean found) {
    this.pattern = pattern;
    this.meaning = meaning;
    this.found = found;
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
    return new ProgressPattern(pattern, meaning(expression), false);
  }

  /** The same for an expression that {@link ProgressFinder} made: of lines as it saw them. */
  public static ProgressPattern found(String expression) {
    return new ProgressPattern(Pattern.compile(expression), meaning(expression), true);
  }

  private static FigureMeaning meaning(String expression) {
    for (FigureMeaning meaning : FigureMeaning.values()) {
      if (meaning != FigureMeaning.OTHER && expression.contains("(?<" + meaning.group() + ">")) {
        return meaning;
      }
    }
    return NAMES_A_RATE.matcher(expression).find() ? FigureMeaning.RATE : FigureMeaning.COUNT;
  }

  /** Whether the number is operations per second instead of operations so far. */
  public boolean isRate() {
    return meaning.isRate();
  }

  /**
   * The number in a line of output, if it matches. Thousands separators are understood, and k, M, G
   * and T behind it.
   */
  public OptionalDouble find(String line) {
    Matcher matcher = pattern.matcher(found ? OutputLine.plain(line) : line);
    if (!matcher.find() || matcher.group(1) == null) {
      return OptionalDouble.empty();
    }
    OptionalDouble figure = figure(matcher.group(1));
    return figure.isPresent()
        ? OptionalDouble.of(figure.getAsDouble() * meaning.perSecond())
        : figure;
  }

  /** What a figure says, as it is written. */
  static OptionalDouble figure(String text) {
    String digits = GROUPING.matcher(text).replaceAll("");
    int last = digits.length() - 1;
    Double suffix = last < 1 ? null : SUFFIXES.get(digits.charAt(last));
    try {
      double figure = Double.parseDouble(suffix == null ? digits : digits.substring(0, last));
      return OptionalDouble.of(suffix == null ? figure : figure * suffix);
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
