package dev.uncork.spark.profile;

import dev.uncork.recording.ChunkMerge;
import dev.uncork.spark.WorkFiles;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
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
  private static final String ENTRY = "dev.uncork.agent.entry.UncorkAgent";

  private final Path session;
  private final Path directory;

  private AgentSession(Path session, Path directory) {
    this.session = session;
    this.directory = directory;
  }

  /** Starts it; the exception says why that is impossible. */
  static AgentSession start(WorkFiles files, long intervalSeconds) throws IOException {
    Path jar = files.extract("uncork-agent.jar");
    files.extract("uncork-agent-core.jar");
    files.extract("uncork-boot.jar");
    files.extract(WorkFiles.platform() + "/libuncork.so");
    Path session = Files.createDirectory(files.directory().resolve("session"));
    SelfAttach.load(
        jar,
        "session="
            + encoded(session)
            + ",lib="
            + encoded(files.directory().resolve("lib"))
            + ",mode=attach,every="
            + intervalSeconds);
    try (DirectoryStream<Path> jvms = Files.newDirectoryStream(session)) {
      for (Path jvm : jvms) {
        AgentSession started = new AgentSession(session, jvm);
        String state = started.state();
        if (state.startsWith("failed: ")) {
          throw new IOException(state.substring("failed: ".length()));
        }
        return started;
      }
    }
    throw new IOException("the agent left no word in " + session);
  }

  /** Percent-encodes only what must be: the mechanism takes 1,024 bytes in all. */
  private static String encoded(Path path) {
    return path.toString().replace("%", "%25").replace(",", "%2C");
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
    if (!jvmEnds()) {
      // The class that the attach mechanism has loaded; the agent has one in every JVM.
      Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader())
          .getMethod("agentmain", String.class, Instrumentation.class)
          .invoke(null, "command=stop,session=" + encoded(session), null);
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_SECONDS);
    while (!hasEnded() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static boolean jvmEnds() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
