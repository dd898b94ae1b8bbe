package dev.uncork.protocol;

import java.nio.file.Path;

/**
 * The files through which whoever observes and the agents of one session talk.
 *
 * @param directory the session's directory; each JVM has one in it, see {@link JvmFiles}
 */
public record SessionFiles(Path directory) {
  /** Begins the name of a session's directory. */
  public static final String PREFIX = ".uncork-session-";

  private static final String UNDO = "remedies-off";

  /** Touched as long as the attacher lives. */
  public Path lease() {
    return directory.resolve("lease");
  }

  /** A {@link Presence} of whoever observes: the command line that made the session. */
  public Path owner() {
    return directory.resolve("owner.lock");
  }

  /**
   * The program's own progress, out of its output: each line a {@link
   * dev.uncork.protocol.progress.ProgressLine}.
   */
  public Path progress() {
    return directory.resolve("progress");
  }

  /** The kill switch: while it exists, the agent ends its remedies. */
  public Path undo() {
    return directory.resolve(UNDO);
  }

  /** The answer to {@link #undo}: what the agent says about it, whole once it exists. */
  public Path undone() {
    return directory.resolve(UNDO + ".done");
  }

  /** Becomes {@link #undone} by a rename. */
  public Path undoneNext() {
    return directory.resolve(UNDO + ".new");
  }
}
