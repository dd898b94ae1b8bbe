package dev.uncork.protocol;

import java.nio.file.Path;

/**
 * The files of one JVM in a session.
 *
 * @param directory its directory, whose name is the JVM's own idea of its pid, made unique by a
 *     number after a dash where needed
 */
public record JvmFiles(Path directory) {
  /** A {@link JvmStatus}. */
  public Path status() {
    return directory.resolve(EntryWords.STATUS);
  }

  /** Becomes {@link #status} by a rename. */
  public Path statusNext() {
    return directory.resolve(EntryWords.STATUS + ".new");
  }

  /** A {@link Presence} of the agent, held until all is written. */
  public Path agent() {
    return directory.resolve("agent.lock");
  }

  /**
   * Directory of the session that observes the JVM already, as the JVM sees it: why the agent
   * refused this one.
   */
  public Path rival() {
    return directory.resolve(EntryWords.RIVAL);
  }

  /** The recording, written at the end. */
  public Path recording() {
    return directory.resolve("recording.jfr");
  }

  /** A link to where JFR puts its chunks. */
  public Path repository() {
    return directory.resolve("repository");
  }

  /** Finished recordings of a session with {@link AgentOption#EVERY}, {@code <millis>.jfr}. */
  public Path ring() {
    return directory.resolve("ring");
  }

  /** Whether a file of a session has the name of a JVM's directory. */
  public static boolean isJvm(Path file) {
    return file.getFileName().toString().matches("\\d+(-\\d+)?");
  }
}
