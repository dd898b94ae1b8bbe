package dev.uncork.cli.launch;

import dev.uncork.cli.session.ProgressFile;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Turns lines of output into the session's operation counts. A rate is added up over time, so that
 * the session sees operations so far in either case.
 */
public final class ProgressReader implements Consumer<String> {
  private final ProgressPattern pattern;
  private final ProgressFile file;
  private final long startMillis = System.currentTimeMillis();
  private long lastMillis = startMillis;
  private double operations;
  private int matches;

  public ProgressReader(ProgressPattern pattern, ProgressFile file) {
    this.pattern = pattern;
    this.file = file;
  }

  @Override
  public synchronized void accept(String line) {
    pattern.find(line).ifPresent(this::add);
  }

  private void add(double number) {
    long nowMillis = System.currentTimeMillis();
    if (pattern.isRate()) {
      operations += number * (nowMillis - lastMillis) / 1000;
    } else {
      operations = number;
    }
    lastMillis = nowMillis;
    try {
      if (matches == 0 && pattern.isRate()) {
        // Where the count starts; the first difference is the first rate.
        file.append(startMillis, 0);
      }
      file.append(nowMillis, Math.round(operations));
      matches++;
    } catch (IOException e) {
      // A full disk: the recording goes on without progress, and the report says it has none.
      return;
    }
  }

  synchronized int matches() {
    return matches;
  }
}
