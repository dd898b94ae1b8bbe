package dev.uncork.sparkledger.model;

import java.util.regex.Pattern;

/**
 * A place in the user's program.
 *
 * @param name Spark's short form, such as {@code count at Report.scala:12}
 * @param stack its long form, a frame per line; may be empty
 */
public record CallSite(String name, String stack) {
  private static final Pattern PYTHON_SORT = Pattern.compile("sortBy(?:Key)? at .*\\.py:\\d+");

  /** Whether that short form is of a sort in Python, which looks at its input several times. */
  public static boolean isPythonSort(String name) {
    return PYTHON_SORT.matcher(name).matches();
  }
}
