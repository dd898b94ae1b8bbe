package dev.uncork.cli.progress;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What tells the speed of runs that are compared: the user's expression, or what the first run
 * shows, or, without either, the time of a whole run. It is the same for all of them.
 */
public final class RunProgress {
  /** Progress that covers less of a run is that of a part of it. */
  private static final double COVERED_SHARE = 0.5;

  private final @Nullable String expression;
  private final boolean search;
  private @Nullable ProgressChoice choice;

  private RunProgress(@Nullable String expression, boolean search) {
    this.expression = expression;
    this.search = search;
  }

  /** As the user said, or else whole runs. */
  public static RunProgress given(@Nullable String expression) {
    if (expression != null) {
      ProgressPattern.of(expression);
    }
    return new RunProgress(expression, false);
  }

  /** As the first run shows. */
  public static RunProgress searched() {
    return new RunProgress(null, true);
  }

  /** How the user would ask for it on the command line. */
  public List<String> request() {
    return search ? List.of("--progress", "?") : List.of("--progress", text());
  }

  private String text() {
    return expression == null ? "" : expression;
  }

  /** What finds it in lines of the output, once that is known. */
  public Optional<ProgressPattern> pattern() {
    ProgressChoice chosen = choice;
    return expression != null
        ? Optional.of(ProgressPattern.of(expression))
        : chosen == null ? Optional.empty() : chosen.pattern();
  }

  /** Whether the next run is to show it. */
  public boolean isOpen() {
    return search && choice == null;
  }

  /** Whether the user left it to the first run. */
  public boolean isSearched() {
    return search;
  }

  /** What was found in a run, if that is the progress of the run and not of a part of it. */
  public Optional<FoundProgress> of(ProgressFinder finder, double elapsedSeconds) {
    return finder
        .found()
        .filter(found -> found.spanMillis() >= COVERED_SHARE * elapsedSeconds * 1_000);
  }

  /** Stays with what a run has shown. */
  public void settle(Optional<FoundProgress> found) {
    settle(found.map(ProgressChoice::of).orElse(ProgressChoice.NONE));
  }

  /** Stays with what runs showed before. */
  public void settle(ProgressChoice chosen) {
    choice = chosen;
  }

  /** What a run has shown; null before, and where none is to show it. */
  public @Nullable ProgressChoice choice() {
    return choice;
  }

  /** The line that tells it, if one was found. */
  public Optional<String> label() {
    ProgressChoice chosen = choice;
    return chosen == null || chosen.label().isEmpty()
        ? Optional.empty()
        : Optional.of(chosen.label());
  }

  /** Of the throughput. */
  public String unit() {
    return pattern().isPresent() ? "operations/s" : "runs/s";
  }
}
