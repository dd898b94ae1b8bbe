package dev.uncork.report.words;

import java.util.Optional;

/** Where a program's progress comes from when nobody named it. */
public final class ProgressWords {
  private ProgressWords() {}

  /** What runs that are compared are measured by, once the first of them has ended. */
  public static String measured(Optional<String> label) {
    return label
        .map(
            each ->
                "progress: "
                    + inOutput(each)
                    + "; --progress names another, --no-progress times whole runs")
        .orElse(
            "no progress found in the program's output: whole runs are timed, with the JVM's"
                + " start; give its own rate, as --progress 'states/sec: (\\d+)'");
  }

  /** A line of the output that tells it. */
  static String inOutput(String label) {
    return "'" + label + "' in its output";
  }
}
