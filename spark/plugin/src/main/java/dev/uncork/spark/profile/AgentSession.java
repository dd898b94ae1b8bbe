package dev.uncork.spark.profile;

import dev.uncork.recording.ChunkMerge;
import dev.uncork.spark.WorkFiles;
import dev.uncork.spark.attach.Agent;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The agent's one session in this JVM; docs/design.md, section 11, has the files that it and we
 * read and write.
 */
final class AgentSession {
  private static final long EXIT_SECONDS = 5;

  private final Path session;
  private final Path directory;

  private AgentSession(Path session, Path directory) {
    this.session = session;
    this.directory = directory;
  }

  /** Starts it; the exception says why that is impossible. */
  static AgentSession start(WorkFiles files, long intervalSeconds) throws IOException {
    Path session = Files.createDirectory(files.directory().resolve("session"));
    Path jvm = Agent.load(files, session, ",calm=1,every=" + intervalSeconds);
    AgentSession started = new AgentSession(session, jvm);
    String state = started.state();
    if (state.startsWith("failed: ")) {
      throw new IOException(state.substring("failed: ".length()));
    }
    return started;
  }

  /** The last line of the status file. */
  private String state() throws IOException {
    List<String> lines = status();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  private List<String> status() throws IOException {
    Path file = directory.resolve("status");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** What the agent has to remark, one line each. */
  List<String> warnings() throws IOException {
    List<String> lines = status();
    return lines.isEmpty() ? List.of() : lines.subList(0, lines.size() - 1);
  }

  /** Whether it has ended by itself, for example since the disk is nearly full. */
  boolean hasEnded() throws IOException {
    String state = state();
    return state.equals("stopped") || state.startsWith("failed: ");
  }

  /** The recordings that are finished, the oldest first. */
  List<Path> finished() throws IOException {
    List<Path> finished = new ArrayList<>();
    Path ring = directory.resolve("ring");
    if (Files.isDirectory(ring)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(ring, "*.jfr")) {
        files.forEach(finished::add);
      }
    }
    finished.sort(null);
    Path last = directory.resolve("recording.jfr");
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
   * waits for it.
   */
  void stop() throws Exception {
    if (!Agent.jvmEnds()) {
      Agent.command("stop", session);
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_SECONDS);
    while (!hasEnded() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(20_000_000);
    }
  }
}
