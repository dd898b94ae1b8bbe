package dev.uncork.protocol;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that is locked as long as the process that made it lives or until it is closed: by this,
 * others tell the living from the dead, in whatever container they are. For all threads.
 *
 * <p>The kernel ends the lock with the process, however that ends. Locks of {@code fcntl} belong to
 * processes, and closing any descriptor of the file ends them, so no file is opened that this
 * process holds ({@link #OWN}).
 */
public final class Presence implements AutoCloseable {
  /** What a file tells. */
  public enum Sign {
    /** Somebody holds it, and lives. */
    HELD,
    /** Whoever held it has died, or has let it go. */
    FREE,
    /** There is no such file, or it can't be opened or locked. */
    UNKNOWN
  }

  /** Keys of the files that this process holds. */
  private static final Set<Object> OWN = ConcurrentHashMap.newKeySet();

  private final FileChannel channel;
  private final Object key;

  private Presence(FileChannel channel, Object key) {
    this.channel = channel;
    this.key = key;
  }

  /** Makes a file and holds it. It gets its name when it is held, so it is never seen before. */
  public static Presence hold(Path file) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    FileChannel channel =
        FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw new IOException(next + " is locked by another process");
      }
      Presence held = new Presence(channel, key(next));
      OWN.add(held.key);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
      return held;
    } catch (IOException | RuntimeException e) {
      channel.close();
      Files.deleteIfExists(next);
      throw e;
    }
  }

  /** Holds a file that nobody holds any more; empty unless it is {@link Sign#FREE}. */
  public static Optional<Presence> inherit(Path file) throws IOException {
    if (of(file) != Sign.FREE) {
      return Optional.empty();
    }
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      if (channel.tryLock() != null) {
        Presence held = new Presence(channel, key(file));
        OWN.add(held.key);
        return Optional.of(held);
      }
    } catch (OverlappingFileLockException e) {
      // Another thread was faster.
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  /** What a file tells now. Looks by a shared lock, so that several may look at once. */
  public static Sign of(Path file) {
    try {
      if (OWN.contains(key(file))) {
        return Sign.HELD;
      }
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
          FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
        return lock == null ? Sign.HELD : Sign.FREE;
      }
    } catch (OverlappingFileLockException e) {
      return Sign.HELD;
    } catch (IOException e) {
      return Sign.UNKNOWN;
    }
  }

  private static Object key(Path file) throws IOException {
    Object key =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return key == null ? file.toAbsolutePath() : key;
  }

  /** Lets it go; the file stays. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      OWN.remove(key);
    }
  }
}
