package dev.uncork.cli.session;

import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.JvmStatus;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What one JVM left in the session: its status, its warnings and its recording.
 *
 * @param name the JVM's own idea of its pid, made unique by its start time where needed
 * @param directory the JVM's directory in the session
 * @param view turns a file's name as the JVM sees it into one that we can open
 */
public record ObservedJvm(String name, Path directory, UnaryOperator<Path> view) {
  private static final Duration START_MARGIN = Duration.ofSeconds(5);

  /** The pid that the JVM itself saw; in a container it means nothing outside. */
  public long pid() {
    int dash = name.indexOf('-');
    return Long.parseLong(dash < 0 ? name : name.substring(0, dash));
  }

  /** Its files. */
  public JvmFiles files() {
    return new JvmFiles(directory);
  }

  /** What its agent says. */
  public JvmStatus status() throws IOException {
    return JvmStatus.read(files().status());
  }

  /** The recording that the agent wrote when it stopped, if it came that far. */
  public Optional<Path> finishedRecording() throws IOException {
    Path recording = files().recording();
    return Files.isRegularFile(recording, LinkOption.NOFOLLOW_LINKS) && Files.size(recording) > 0
        ? Optional.of(recording)
        : Optional.empty();
  }

  /** The recordings that it finished one after the other and nobody took, oldest first. */
  public List<Path> ring() throws IOException {
    List<Path> finished = new ArrayList<>();
    if (Files.isDirectory(files().ring())) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(files().ring(), "*.jfr")) {
        files.forEach(finished::add);
      }
    }
    finished.removeIf(file -> !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    finished.sort(null);
    return finished;
  }

  /**
   * Where JFR put its chunks: the session has a link there. Empty when there is no such directory
   * any more, as after an orderly end.
   */
  public Optional<Path> repository() throws IOException {
    Path link = files().repository();
    Path repository = Files.isSymbolicLink(link) ? view.apply(Files.readSymbolicLink(link)) : link;
    return Files.isDirectory(repository) ? Optional.of(repository) : Optional.empty();
  }

  /**
   * The chunks that the JVM had written, oldest first. Those of an application's own recordings
   * that were finished before the session began are not among them.
   */
  List<Path> chunks() throws IOException {
    Optional<Path> repository = repository();
    if (repository.isEmpty()) {
      return List.of();
    }
    // The link was made just after the recording had begun, and with it a new chunk.
    Instant begun =
        Files.getLastModifiedTime(files().repository(), LinkOption.NOFOLLOW_LINKS)
            .toInstant()
            .minus(START_MARGIN);
    List<Path> chunks = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(repository.get(), "*.jfr")) {
      for (Path file : files) {
        if (!ChunkAssembly.startOf(file).isBefore(begun)) {
          chunks.add(file);
        }
      }
    }
    // JFR names chunks by their start time, so that their names sort in order.
    Collections.sort(chunks);
    return chunks;
  }

  /**
   * Writes what the JVM has recorded until now, while it goes on.
   *
   * @return whether there was anything
   */
  public boolean snapshot(Path file) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    Files.deleteIfExists(part);
    if (ChunkAssembly.assemble(chunks(), part) == 0) {
      return false;
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }
}
