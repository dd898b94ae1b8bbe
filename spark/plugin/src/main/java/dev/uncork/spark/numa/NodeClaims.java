package dev.uncork.spark.numa;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Who has which NUMA nodes of this machine, over all applications of one user: a file of records,
 * each held by a lock of the kernel.
 *
 * <p>A record counts while the process that wrote it holds the lock on its bytes. The kernel ends
 * that lock with the process, however it ends; nobody has to clean up, and whoever comes next
 * writes over the record. To read or write, one holds the lock on the file's first bytes, for the
 * moment that it takes; who doesn't get it within a second (its holder is stopped) does without the
 * table. No lock is held while the driver is asked: {@link #claim} writes only if others' claims
 * are still those that the choice was based on, so of two that choose at once the second chooses
 * again.
 *
 * <p>POSIX locks end when their process closes any channel of the file, so there is one channel,
 * open as long as the claim. Only this user may reach the file: others could lock it for ever. For
 * one thread.
 */
public final class NodeClaims implements AutoCloseable {
  private static final String FILE = "numa-nodes";
  private static final int RECORD_BYTES = 256;
  private static final int NONE = 0; // where the common lock is
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Path file;
  private final String application;
  private final FileChannel channel;
  private long own = NONE;

  private NodeClaims(Path file, String application, FileChannel channel) {
    this.file = file;
    this.application = application;
    this.channel = channel;
  }

  /** The directory where nothing else is set: the same for all processes of a user. */
  public static Path defaultDirectory() {
    String user;
    try {
      user = userId();
    } catch (IOException e) {
      user = System.getProperty("user.name", "unknown");
    }
    return Path.of("/tmp/uncork-" + user); // not java.io.tmpdir: YARN gives each container its own
  }

  /**
   * Opens the table, and makes it where there is none.
   *
   * @param application tells this application from others of the machine
   * @throws IOException when the directory can't be made or others may write to it
   */
  public static NodeClaims open(Path directory, String application) throws IOException {
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // Another executor's, or what the check refuses.
    }
    check(directory);
    Path file = directory.resolve(FILE);
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    // A name of any length, told shortly.
    String shortName = UUID.nameUUIDFromBytes(application.getBytes(US_ASCII)).toString();
    return new NodeClaims(file, shortName, channel);
  }

  private static void check(Path directory) throws IOException {
    PosixFileAttributes seen =
        Files.readAttributes(directory, PosixFileAttributes.class, NOFOLLOW_LINKS);
    String owner = Files.getAttribute(directory, "unix:uid", NOFOLLOW_LINKS).toString();
    Set<PosixFilePermission> permissions = seen.permissions();
    if (!seen.isDirectory()
        || !owner.equals(userId())
        || permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          directory
              + " is "
              + (seen.isDirectory() ? "a directory" : "no directory")
              + " of user "
              + owner
              + ", "
              + PosixFilePermissions.toString(permissions)
              + "; expected a directory of user "
              + userId()
              + " to which nobody else may write");
    }
  }

  private static String userId() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("Uid:")) {
        return line.split("\\s+")[2]; // the effective one
      }
    }
    throw new IOException("/proc/self/status lacks Uid:");
  }

  /** What executors of other applications have now, always in the same order. */
  public List<NodeShare> others() throws IOException {
    try (FileLock alone = alone()) {
      return read().others();
    }
  }

  /**
   * Claims nodes for this process, until it ends or this is closed; takes the place of what it
   * claimed before.
   *
   * @param expected what others had when the nodes were chosen
   * @return whether they still have that; if not, nothing is claimed
   */
  public boolean claim(NodeShare share, List<NodeShare> expected) throws IOException {
    byte[] text = (application + " " + share.text() + " ").getBytes(US_ASCII);
    if (text.length > RECORD_BYTES) {
      throw new IOException(share.text() + " is too long for a record of " + file);
    }
    try (FileLock alone = alone()) {
      Records records = read();
      if (!records.others().equals(expected)) {
        return false;
      }
      if (own == NONE) {
        if (channel.tryLock(records.free(), RECORD_BYTES, false) == null) {
          throw new IOException("a record of " + file + " was locked by something else");
        }
        own = records.free();
      }
      ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
      record.put(text).rewind();
      channel.write(record, own);
      return true;
    }
  }

  private record Records(List<NodeShare> others, long free) {}

  private Records read() throws IOException {
    List<NodeShare> others = new ArrayList<>();
    long end = Math.max(channel.size(), RECORD_BYTES);
    long free = NONE;
    for (long at = RECORD_BYTES; at < end; at += RECORD_BYTES) {
      if (at == own) {
        continue;
      }
      FileLock left = channel.tryLock(at, RECORD_BYTES, false);
      if (left != null) {
        left.release();
        free = free == NONE ? at : free;
      } else {
        addOther(at, others);
      }
    }
    others.sort(Comparator.comparing(NodeShare::text));
    return new Records(others, free == NONE ? end : free);
  }

  private void addOther(long at, List<NodeShare> others) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    channel.read(record, at);
    String[] words = new String(record.array(), US_ASCII).split(" ", 3);
    if (words.length == 3 && !words[0].equals(application)) {
      try {
        others.add(NodeShare.parse(words[1]));
      } catch (IllegalArgumentException e) {
        // Another version's.
      }
    }
  }

  private FileLock alone() throws IOException {
    long start = System.nanoTime();
    FileLock lock = channel.tryLock(0, 1, false);
    while (lock == null) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IOException(file + " was locked by another process for more than a second");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = channel.tryLock(0, 1, false);
    }
    return lock;
  }

  /** Gives up what is claimed. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
