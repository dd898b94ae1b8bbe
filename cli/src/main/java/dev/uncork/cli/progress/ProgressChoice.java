package dev.uncork.cli.progress;

import java.util.Optional;

/**
 * What the first run of a program showed its progress to be, for the runs after it.
 *
 * @param expression finds it in the output; empty where nothing was found, and runs are timed
 * @param label the line around it
 */
public record ProgressChoice(String expression, String label) {
  /** Whole runs are timed. */
  public static final ProgressChoice NONE = new ProgressChoice("", "");

  static ProgressChoice of(FoundProgress found) {
    return new ProgressChoice(found.expression(), found.label());
  }

  Optional<ProgressPattern> pattern() {
    return expression.isEmpty() ? Optional.empty() : Optional.of(ProgressPattern.found(expression));
  }
}
