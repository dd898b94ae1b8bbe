package dev.uncork.cli.session;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.Destination;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.SessionFiles;
import dev.uncork.protocol.SessionState;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory through which the command line and the agents of one session talk.
 *
 * <p>It lies beside the recording to be written, so that a recording gets its final name by a
 * rename, which needs no space and can't tear.
 */
public final class SessionDirectory implements AutoCloseable {
  private final Path directory;
  private final UnaryOperator<Path> view;
  private boolean keep;

  private SessionDirectory(Path directory, UnaryOperator<Path> view) {
    this.directory = directory;
    this.view = view;
  }

  /** Makes a session's directory in another directory. */
  public static SessionDirectory open(Path parent) {
    return open(parent, UnaryOperator.identity());
  }

  /**
   * Makes a session's directory for JVMs that see other files.
   *
   * @param view turns a file's name as they see it into one that we can open
   */
  public static SessionDirectory open(Path parent, UnaryOperator<Path> view) {
    try {
      return new SessionDirectory(Files.createTempDirectory(parent, SessionFiles.PREFIX), view);
    } catch (IOException e) {
      throw new UserError("no session directory can be made in " + parent + ": " + e, e);
    }
  }

  /** The session that a command line which was killed has left in a directory. */
  public static SessionDirectory leftIn(Path directory) {
    return new SessionDirectory(directory, UnaryOperator.identity());
  }

  /** The session's directory. */
  public Path directory() {
    return directory;
  }

  /** Where the application's own counts go. */
  public ProgressFile progressFile() {
    return new ProgressFile(new SessionFiles(directory).progress());
  }

  /** The JVMs that an agent was started in, oldest first. */
  public List<ObservedJvm> jvms() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(JvmFiles::isJvm)
          .filter(Files::isDirectory)
          .map(entry -> new ObservedJvm(entry.getFileName().toString(), entry, view))
          .sorted(Comparator.comparingLong(SessionDirectory::startedMillis))
          .toList();
    }
  }

  private static long startedMillis(ObservedJvm jvm) {
    try {
      return Files.getLastModifiedTime(jvm.files().repository(), LinkOption.NOFOLLOW_LINKS)
          .toMillis();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Gives every JVM's recording its final name. What can't be moved stays, and is named.
   *
   * @param alive whether a JVM still runs; JFR's files of one that doesn't are removed
   */
  public List<CollectedRecording> collect(Destination destination, Predicate<ObservedJvm> alive)
      throws IOException {
    List<CollectedRecording> collected = new ArrayList<>();
    List<ObservedJvm> jvms = jvms();
    for (ObservedJvm jvm : jvms) {
      String tag = jvms.size() > 1 ? jvm.name() : "";
      collected.add(collect(jvm, destination, tag));
      if (!keep) {
        OrphanedChunks.remove(jvm, alive.test(jvm));
      }
    }
    return collected;
  }

  /**
   * Throws away what was recorded.
   *
   * @param alive whether a JVM still runs; JFR's files of one that doesn't are removed
   */
  public void discard(Predicate<ObservedJvm> alive) throws IOException {
    for (ObservedJvm jvm : jvms()) {
      OrphanedChunks.remove(jvm, alive.test(jvm));
    }
  }

  private CollectedRecording collect(ObservedJvm jvm, Destination destination, String tag)
      throws IOException {
    List<String> remarks = new ArrayList<>(jvm.status().warnings());
    if (jvm.status().state() == SessionState.FAILED) {
      remarks.add("the agent gave up: " + jvm.status().failure());
    }
    Path finalName = destination.file(tag);
    Path recording = jvm.files().recording();
    try {
      if (jvm.finishedRecording().isEmpty()) {
        Files.deleteIfExists(recording);
        int chunks = ChunkAssembly.assemble(jvm.chunks(), recording);
        if (chunks == 0) {
          remarks.add("it left no readable recording");
          return new CollectedRecording(jvm.name(), Optional.empty(), tag, true, remarks);
        }
        if (jvm.status().state() != SessionState.STOPPED) {
          remarks.add(
              "it ended without closing its recording, which was put together from "
                  + (chunks == 1 ? "one chunk" : chunks + " chunks")
                  + "; up to its last second may be missing");
        }
      }
      moveIntoPlace(recording, finalName);
      return new CollectedRecording(jvm.name(), Optional.of(finalName), tag, true, remarks);
    } catch (IOException e) {
      keep = true;
      remarks.add(
          "its recording could not be written to "
              + finalName
              + " ("
              + e
              + "); its parts stay in "
              + jvm.directory());
      return new CollectedRecording(jvm.name(), Optional.empty(), tag, true, remarks);
    }
  }

  /** A rename where that is possible; between file systems a copy that is renamed when complete. */
  public static void moveIntoPlace(Path recording, Path finalName) throws IOException {
    try {
      Files.move(
          recording,
          finalName,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Path copy = Files.createTempFile(finalName.getParent(), ".uncork-", ".jfr");
      try {
        Files.copy(recording, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, finalName, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(copy);
      }
    }
  }

  /** Removes the directory, unless something in it could not be saved. */
  @Override
  public void close() throws IOException {
    if (!keep) {
      deleteTree(directory);
    }
  }

  /** Deletes a directory and all in it; files that vanish meanwhile don't matter. */
  public static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
