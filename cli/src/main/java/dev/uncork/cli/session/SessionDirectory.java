package dev.uncork.cli.session;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.Destination;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.Presence;
import dev.uncork.protocol.SessionFiles;
import dev.uncork.protocol.SessionState;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
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
  private final @Nullable Presence owner;
  private boolean keep;

  private SessionDirectory(Path directory, UnaryOperator<Path> view, @Nullable Presence owner) {
    this.directory = directory;
    this.view = view;
    this.owner = owner;
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
      Path directory = Files.createTempDirectory(parent, SessionFiles.PREFIX);
      return new SessionDirectory(directory, view, presence(directory));
    } catch (IOException e) {
      throw new UserError("no session directory can be made in " + parent + ": " + e, e);
    }
  }

  /** None on a file system without locks; then nobody takes what we leave if we are killed. */
  private static @Nullable Presence presence(Path directory) {
    try {
      return Presence.hold(new SessionFiles(directory).owner());
    } catch (IOException e) {
      return null;
    }
  }

  /** A session that somebody else made, to be looked at only. */
  public static SessionDirectory existing(Path directory, UnaryOperator<Path> view) {
    return new SessionDirectory(directory, view, null);
  }

  /** The same session as our own, after its command line was killed. */
  public SessionDirectory inherited(Presence inherited) {
    return new SessionDirectory(directory, view, inherited);
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
      Path finalName = destination.file(tag);
      collected.add(collect(jvm, tag, finalName, file -> moveIntoPlace(file, finalName)));
      if (!keep) {
        OrphanedChunks.remove(jvm, alive.test(jvm));
      }
    }
    return collected;
  }

  /**
   * Gives every JVM's recordings, those of a ring too, names of their own in a directory.
   *
   * @param alive as in {@link #collect}
   */
  public List<CollectedRecording> collectInto(Path into, Predicate<ObservedJvm> alive)
      throws IOException {
    List<CollectedRecording> collected = new ArrayList<>();
    try {
      for (ObservedJvm jvm : jvms()) {
        for (Path finished : jvm.ring()) {
          Path file = DatedRecording.move(finished, jvm.name(), into);
          collected.add(
              new CollectedRecording(jvm.name(), Optional.of(file), jvm.name(), true, List.of()));
        }
        collected.add(
            collect(jvm, jvm.name(), into, file -> DatedRecording.move(file, jvm.name(), into)));
        if (!keep) {
          OrphanedChunks.remove(jvm, alive.test(jvm));
        }
      }
    } catch (IOException e) {
      keep = true;
      throw e;
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

  /** Puts a whole recording where it is to be. */
  private interface Place {
    Path move(Path recording) throws IOException;
  }

  private CollectedRecording collect(ObservedJvm jvm, String tag, Path target, Place place)
      throws IOException {
    List<String> remarks = new ArrayList<>(jvm.status().warnings());
    if (jvm.status().state() == SessionState.FAILED) {
      remarks.add("the agent gave up: " + jvm.status().failure());
    }
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
      Path file = place.move(recording);
      return new CollectedRecording(jvm.name(), Optional.of(file), tag, true, remarks);
    } catch (IOException e) {
      keep = true;
      remarks.add(
          "its recording could not be written to "
              + target
              + " ("
              + e
              + "); its parts stay in "
              + jvm.directory()
              + " for the next uncork that records there");
      return new CollectedRecording(jvm.name(), Optional.empty(), tag, true, remarks);
    }
  }

  /** A rename where that is possible; between file systems a copy that is renamed when complete. */
  public static Path moveIntoPlace(Path recording, Path finalName) throws IOException {
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
    return finalName;
  }

  /** Whether something in it could not be saved, so that it stays. */
  public boolean keeps() {
    return keep;
  }

  /**
   * Removes the directory, unless something in it could not be saved; what tells that we live last,
   * so that who is killed in the middle leaves what another can remove.
   */
  @Override
  public void close() throws IOException {
    try (Presence held = owner) {
      if (!keep) {
        Path last = new SessionFiles(directory).owner();
        for (Path file : filesIn(directory)) {
          if (!file.equals(last)) {
            deleteTree(file);
          }
        }
        deleteTree(directory);
      }
    }
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Deletes a directory and all in it; files that vanish meanwhile don't matter. */
  public static void deleteTree(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

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
