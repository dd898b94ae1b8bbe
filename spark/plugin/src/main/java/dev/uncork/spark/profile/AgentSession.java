package dev.uncork.spark.profile;

import dev.uncork.protocol.AgentCommand;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.JvmStatus;
import dev.uncork.protocol.SessionState;
import dev.uncork.recording.read.ChunkMerge;
import dev.uncork.spark.attach.Agent;
import dev.uncork.spark.base.WorkFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The agent's one session in this JVM; docs/design.md has the files that it and we read and write.
 */
final class AgentSession {
  /** Less than {@code ExecutorLoop} waits for it. */
  private static final long EXIT_SECONDS = 7;

  private final Path session;
  private final JvmFiles jvm;

  private AgentSession(Path session, Path jvm) {
    this.session = session;
    this.jvm = new JvmFiles(jvm);
  }

  /** Starts it; the exception says why that is impossible. */
  static AgentSession start(WorkFiles files, long intervalSeconds) throws IOException {
    Path session = Files.createDirectory(files.directory().resolve("session"));
    Duration every = Duration.ofSeconds(intervalSeconds);
    Path jvm =
        Agent.load(
            files,
            session,
            options -> options.with(AgentOption.CALM, true).with(AgentOption.EVERY, every));
    AgentSession started = new AgentSession(session, jvm);
    JvmStatus status = started.status();
    if (status.state() == SessionState.FAILED) {
      throw new IOException(status.failure());
    }
    return started;
  }

  private JvmStatus status() throws IOException {
    return JvmStatus.read(jvm.status());
  }

  /** What the agent has to remark, one line each. */
  List<String> warnings() throws IOException {
    return status().warnings();
  }

  /** Whether it has ended by itself, for example since the disk is nearly full. */
  boolean hasEnded() throws IOException {
    return status().state().isEnd();
  }

  /** The recordings that are finished, the oldest first. */
  List<Path> finished() throws IOException {
    List<Path> finished = new ArrayList<>();
    Path ring = jvm.ring();
    if (Files.isDirectory(ring)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(ring, "*.jfr")) {
        files.forEach(finished::add);
      }
    }
    finished.sort(null);
    Path last = jvm.recording();
    if (hasEnded() && Files.exists(last)) {
      awaitWhole(last);
      finished.add(last);
    }
    return finished;
  }

  /** In a JVM that is ending, JFR may still be writing what it has reported as closed. */
  private static void awaitWhole(Path recording) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_SECONDS);
    long before = -1;
    long size = Files.size(recording);
    while ((size != before || ChunkMerge.covered(recording).isEmpty())
        && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(50_000_000);
      before = size;
      size = Files.size(recording);
    }
  }

  /**
   * Ends it. In a JVM that is ending, JFR does that by itself, and waits for nobody; then this
   * waits for it, as far as there is time.
   */
  void stop() throws Exception {
    if (!Agent.jvmEnds()) {
      Agent.command(AgentCommand.STOP, session);
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_SECONDS);
    while (!hasEnded() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(20_000_000);
    }
  }
}
