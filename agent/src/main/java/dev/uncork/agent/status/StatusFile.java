package dev.uncork.agent.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.uncork.protocol.Deadlock;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.JvmStatus;
import dev.uncork.protocol.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The status file of one JVM, as {@link JvmStatus} describes it.
 *
 * <p>Replaced as a whole at every change, so that a reader never sees half a line and the state is
 * always the last one.
 */
public final class StatusFile {
  private final JvmFiles files;
  private final boolean onStandardError;
  private final Set<String> warnings = new LinkedHashSet<>();
  private final Set<String> refusals = new LinkedHashSet<>();
  private List<Deadlock> deadlocks = List.of();
  private SessionState state = SessionState.RUNNING;
  private String failure = "";

  public StatusFile(JvmFiles files, boolean onStandardError) {
    this.files = files;
    this.onStandardError = onStandardError;
  }

  /** This JVM's files of the session. */
  public JvmFiles files() {
    return files;
  }

  /** Says something that the user should know; the same thing is said once. */
  public synchronized void warn(String text) {
    if (!text.isEmpty() && warnings.add(text)) {
      write();
    }
  }

  /** Tells what a remedy leaves unchanged, and why; each thing only once. */
  public synchronized void refused(String reason) {
    if (refusals.add(reason)) {
      write();
    }
  }

  /** Says which threads wait for each other for ever now. */
  public synchronized void deadlocks(List<Deadlock> now) {
    if (!now.equals(deadlocks)) {
      deadlocks = List.copyOf(now);
      write();
    }
  }

  public synchronized void running() {
    state = SessionState.RUNNING;
    write();
  }

  /** The session is over; whatever failed before stays said. */
  public synchronized void stopped() {
    if (state != SessionState.FAILED) {
      state = SessionState.STOPPED;
      write();
    }
  }

  /** The session is over before it could do what it was for. */
  public synchronized void failed(String reason) {
    state = SessionState.FAILED;
    failure = reason;
    write();
    if (onStandardError) {
      System.err.println("uncork: " + JvmStatus.oneLine(reason));
    }
  }

  private void write() {
    String text =
        new JvmStatus(List.copyOf(warnings), List.copyOf(refusals), deadlocks, state, failure)
            .text();
    try {
      Path next = Files.writeString(files.statusNext(), text, UTF_8);
      Files.move(next, files.status(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      // Nobody is left to tell: a full disk is the likely reason, and the chunks are what counts.
    }
  }
}
