package dev.uncork.workloads.checker.log;

import java.nio.file.Path;
import java.util.Locale;

/** The logs to choose from. */
public enum LogPart {
  /** A line per state. */
  FULL {
    @Override
    public StateLog create(Path directory, long limitBytes) {
      return new StateTrace(directory.resolve("states.log"), limitBytes);
    }
  },
  /** Nothing. */
  QUIET {
    @Override
    public StateLog create(Path directory, long limitBytes) {
      return new QuietLog();
    }
  };

  /** A log that may keep a file of up to the limit in the directory. */
  public abstract StateLog create(Path directory, long limitBytes);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
