package dev.uncork.cli.continuous;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.session.DatedRecording;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.RecordingName;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A directory of recordings that follow each other: {@code uncork-<pid>-<start>.jfr}. The oldest go
 * when they are too old or all together too large; other files are never touched.
 */
public final class Ring implements SessionWatch.Watcher {
  private final Path directory;
  private final Duration keep;
  private final long maxBytes;

  private Ring(Path directory, Duration keep, long maxBytes) {
    this.directory = directory;
    this.keep = keep;
    this.maxBytes = maxBytes;
  }

  /**
   * The ring in a directory, which is made if it does not exist, with what sessions that were
   * killed had finished there.
   *
   * @param keep what is older goes
   * @param maxBytes of the recordings together; the oldest go first
   */
  public static Ring in(Path directory, Duration keep, long maxBytes) {
    try {
      Files.createDirectories(directory);
      Ring ring = new Ring(directory.toAbsolutePath().normalize(), keep, maxBytes);
      for (Finished finished : finishedInSessions(ring.directory)) {
        ring.add(finished.recording(), finished.jvm());
      }
      return ring;
    } catch (IOException e) {
      throw new UserError(
          "--out " + directory + " can't be used as a directory of recordings: " + e, e);
    }
  }

  /** The directory. */
  public Path directory() {
    return directory;
  }

  /** Where the recordings go that a session still has at its end, before they are added. */
  public Destination last() {
    return Destination.check("--out", directory.resolve("uncork-last.jfr"));
  }

  /** Takes what the agents have finished. */
  @Override
  public void look(SessionDirectory session) throws IOException {
    for (ObservedJvm jvm : session.jvms()) {
      for (Path finished : jvm.ring()) {
        add(finished, jvm.name());
      }
    }
    prune();
  }

  /** Takes a finished recording of a JVM. */
  public void add(Path recording, String jvm) throws IOException {
    DatedRecording.move(recording, jvm, directory);
  }

  private void prune() throws IOException {
    record Aged(Path recording, Instant finished, long bytes) {}
    List<Aged> oldestFirst = new ArrayList<>();
    for (Path recording : recordings(directory)) {
      Instant finished = Files.getLastModifiedTime(recording).toInstant();
      oldestFirst.add(new Aged(recording, finished, Files.size(recording)));
    }
    oldestFirst.sort(Comparator.comparing(Aged::finished));
    long bytes = oldestFirst.stream().mapToLong(Aged::bytes).sum();
    Instant oldest = Instant.now().minus(keep);
    for (Aged aged : oldestFirst) {
      if (!aged.finished().isBefore(oldest) && bytes <= maxBytes) {
        return;
      }
      bytes -= aged.bytes();
      Files.delete(aged.recording());
    }
  }

  /** The recordings in a directory that rings have made. */
  static List<Path> recordings(Path directory) throws IOException {
    List<Path> recordings = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, RecordingName.GLOB)) {
      for (Path file : files) {
        if (RecordingName.jvmOf(file).isPresent()) {
          recordings.add(file);
        }
      }
    }
    return recordings;
  }

  /** The recordings of a Spark application's executors in a directory; a ring never drops them. */
  static List<Finished> ofExecutors(Path directory) throws IOException {
    List<Finished> recordings = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, RecordingName.GLOB)) {
      for (Path file : files) {
        RecordingName.executorOf(file)
            .ifPresent(executor -> recordings.add(new Finished(file, executor)));
      }
    }
    return recordings;
  }

  /** What the sessions in a directory have finished and nobody took. */
  static List<Finished> finishedInSessions(Path directory) throws IOException {
    List<Finished> finished = new ArrayList<>();
    for (Path session : sessions(directory)) {
      for (ObservedJvm jvm : SessionDirectory.existing(session, UnaryOperator.identity()).jvms()) {
        for (Path recording : jvm.ring()) {
          finished.add(new Finished(recording, jvm.name()));
        }
      }
    }
    return finished;
  }

  private static List<Path> sessions(Path directory) throws IOException {
    List<Path> sessions = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(directory, SessionFiles.PREFIX + "*")) {
      entries.forEach(sessions::add);
    }
    return sessions;
  }

  /**
   * A recording that an agent has finished.
   *
   * @param jvm the JVM's name in its session
   */
  record Finished(Path recording, String jvm) {}

  /** The JVM of a recording, by its name. */
  static String jvmOf(Path recording) {
    return RecordingName.jvmOf(recording).orElse("");
  }

  @Override
  public void close() {
    // Recordings are whole at every moment.
  }
}
