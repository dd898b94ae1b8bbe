package dev.uncork.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directory of an arena, and what becomes of those whose process died. For all threads.
 *
 * <p>As long as the process lives it holds a lock on the file {@code owner}, which the kernel drops
 * when it dies, however that happens. So whoever gets that lock may delete the directory. A
 * directory gets its name only when its lock is held. Locks of {@code fcntl} belong to processes,
 * and closing any descriptor of the file drops them: so nobody opens that file of its own process
 * ({@link #OWN}).
 */
final class ArenaDirectory implements AutoCloseable {
  private static final String OWNER = "owner";
  private static final String UNFINISHED = ".uncork-";
  private static final Duration UNFINISHED_FOR = Duration.ofMinutes(5);
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel owner;

  private ArenaDirectory(Path path, FileChannel owner) {
    this.path = path;
    this.owner = owner;
  }

  static ArenaDirectory create(Path path) throws IOException {
    if (!OWN.add(path)) {
      throw new IOException(path + " is there already; expected that nobody else uses this name");
    }
    Path unfinished = path.resolveSibling(UNFINISHED + UUID.randomUUID());
    try {
      Files.createDirectory(unfinished, OwnerOnly.DIRECTORY);
      FileChannel owner =
          FileChannel.open(
              unfinished.resolve(OWNER),
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              OwnerOnly.FILE);
      if (owner.tryLock() == null) {
        throw new IOException(unfinished.resolve(OWNER) + " can't be locked");
      }
      Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
      return new ArenaDirectory(path, owner);
    } catch (IOException | RuntimeException e) {
      OWN.remove(path);
      delete(unfinished);
      throw e;
    }
  }

  Path path() {
    return path;
  }

  /** Deletes it. */
  @Override
  public void close() {
    delete(path);
    try {
      owner.close();
    } catch (IOException e) {
      // The file is deleted; its lock matters to nobody.
    }
    OWN.remove(path);
  }

  /**
   * Deletes directories of this user's arenas whose process is dead.
   *
   * @return how many
   */
  static int sweep(Path parent) {
    int swept = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, "{.,}uncork-*")) {
      for (Path each : all) {
        if (!OWN.contains(each) && OwnerOnly.is(each) && sweepIfDead(each)) {
          swept++;
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // What can't be read is not ours to delete.
    }
    return swept;
  }

  private static boolean sweepIfDead(Path directory) {
    try {
      if (directory.getFileName().toString().startsWith(UNFINISHED) && isYoung(directory)) {
        return false;
      }
      try (FileChannel owner =
              FileChannel.open(directory.resolve(OWNER), StandardOpenOption.WRITE);
          FileLock lock = owner.tryLock()) {
        return lock != null && delete(directory);
      } catch (NoSuchFileException e) {
        // Killed just before the end of a deletion, so it is empty; or it is somebody else's.
        return Files.deleteIfExists(directory);
      }
    } catch (IOException | OverlappingFileLockException e) {
      return false;
    }
  }

  private static boolean isYoung(Path directory) throws IOException {
    Instant changed = Files.getLastModifiedTime(directory).toInstant();
    return changed.isAfter(Instant.now().minus(UNFINISHED_FOR));
  }

  /** The lock's file last, so that who is killed in the middle leaves what another can finish. */
  private static boolean delete(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> others = files.filter(file -> !file.endsWith(OWNER)).toList();
      for (Path file : others) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory.resolve(OWNER));
      return Files.deleteIfExists(directory);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
