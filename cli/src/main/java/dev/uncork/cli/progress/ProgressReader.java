package dev.uncork.cli.progress;

import dev.uncork.cli.session.ProgressFile;
import dev.uncork.protocol.progress.ProgressLine;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns lines of output into the session's figures of progress: those that the user named, or that
 * were found. A rate is added up over time, so that there are operations so far in either case.
 */
public final class ProgressReader implements Consumer<String> {
  private final ProgressFile file;
  private final ProgressFinder finder = new ProgressFinder();
  private final LookBudget budget = new LookBudget();
  private final boolean found;
  private @Nullable ProgressPattern pattern;
  private long lastMillis;
  private double operations;
  private int matches;

  private ProgressReader(@Nullable ProgressPattern pattern, boolean found, ProgressFile file) {
    this.pattern = pattern;
    this.found = found;
    this.file = file;
  }

  /** Looks for what the user named, in every line. */
  public static ProgressReader of(ProgressPattern pattern, ProgressFile file) {
    return new ProgressReader(pattern, false, file);
  }

  /** Looks for any progress, in as many lines as cost next to nothing. */
  public static ProgressReader searching(ProgressFile file) {
    return new ProgressReader(null, true, file);
  }

  /** For runs that are compared. */
  public static ProgressReader of(RunProgress progress, ProgressFile file) {
    return new ProgressReader(progress.pattern().orElse(null), progress.isSearched(), file);
  }

  /** Whether another line is of use now. */
  public synchronized boolean isLooking() {
    return !found || budget.isLeft();
  }

  @Override
  public synchronized void accept(String line) {
    if (found) {
      budget.look(() -> read(line));
    } else {
      read(line);
    }
  }

  private void read(String line) {
    long nowMillis = System.currentTimeMillis();
    ProgressPattern known = pattern;
    if (known != null) {
      OptionalDouble figure = known.find(line);
      if (figure.isPresent()) {
        add(known, nowMillis, figure.getAsDouble());
      }
    } else if (finder.line(line, nowMillis)) {
      finder.settled().ifPresent(this::settle);
    }
  }

  /** From now on: an event of the recording is of the moment at which the agent reads its line. */
  private void settle(FoundProgress settled) {
    ProgressPattern known = ProgressPattern.found(settled.expression());
    pattern = known;
    append(ProgressLine.ofLabel(settled.label()));
    FoundProgress.Reading last = settled.readings().get(settled.readings().size() - 1);
    add(known, last.atMillis(), last.figure());
  }

  private void add(ProgressPattern known, long atMillis, double figure) {
    if (!known.isRate()) {
      operations = figure;
    } else if (matches > 0) {
      operations += figure * (atMillis - lastMillis) / 1000;
    }
    lastMillis = atMillis;
    matches++;
    append(
        new ProgressLine(
                atMillis,
                Math.round(operations),
                known.isRate() ? OptionalDouble.of(figure) : OptionalDouble.empty())
            .text());
  }

  private void append(String line) {
    try {
      file.append(line);
    } catch (IOException e) {
      // A full disk: the recording goes on without progress, and the report says it has none.
      return;
    }
  }

  /** How many lines told progress; empty where it was not asked for but searched. */
  public synchronized Optional<Integer> matches() {
    return found ? Optional.empty() : Optional.of(matches);
  }
}
