package dev.uncork.agent.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The {@code status} file of one JVM: warnings, one a line, then one line with the state of the
 * session: {@code running}, {@code stopped} or {@code failed: reason}.
 *
 * <p>Replaced as a whole at every change, so that a reader never sees half a line and the state is
 * always the last one.
 */
public final class StatusFile {
  private final Path directory;
  private final boolean onStandardError;
  private final Set<String> warnings = new LinkedHashSet<>();
  private String state = "running";

  public StatusFile(Path directory, boolean onStandardError) {
    this.directory = directory;
    this.onStandardError = onStandardError;
  }

  /** This JVM's directory of the session. */
  public Path directory() {
    return directory;
  }

  /** Says something that the user should know; the same thing is said once. */
  public synchronized void warn(String text) {
    if (!text.isEmpty() && warnings.add(oneLine(text))) {
      write();
    }
  }

  public synchronized void running() {
    state = "running";
    write();
  }

  /** The session is over; whatever failed before stays said. */
  public synchronized void stopped() {
    if (!state.startsWith("failed")) {
      state = "stopped";
      write();
    }
  }

  /** The session is over before it could do what it was for. */
  public synchronized void failed(String reason) {
    state = "failed: " + oneLine(reason);
    write();
    if (onStandardError) {
      System.err.println("uncork: " + oneLine(reason));
    }
  }

  private void write() {
    String text = String.join("\n", warnings) + (warnings.isEmpty() ? "" : "\n") + state + "\n";
    try {
      Path next = Files.writeString(directory.resolve("status.new"), text, UTF_8);
      Files.move(next, directory.resolve("status"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      // Nobody is left to tell: a full disk is the likely reason, and the chunks are what counts.
    }
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
