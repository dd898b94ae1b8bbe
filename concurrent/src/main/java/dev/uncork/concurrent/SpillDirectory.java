package dev.uncork.concurrent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one worklist: units, an attachment of the application, and the checkpoint that names
 * those which count. What no checkpoint names is left over from a crash and is deleted.
 *
 * <p>A file of units: magic, count, the units, CRC32C of all before. The checkpoint is text,
 * replaced by an atomic rename after everything that it names has been forced to disk.
 */
final class SpillDirectory<E> implements AutoCloseable {
  private static final int MAGIC = 0x554e4331; // "UNC1"
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String CHECKPOINT = "checkpoint";
  private static final String HEADER = "uncork-worklist 1";
  private static final String UNITS = ".units";
  private static final String ATTACHMENT = ".attachment";
  private static final String PARTIAL = ".partial";
  private static final Pattern LINE =
      Pattern.compile(
          "(?:units (?=\\d+\\.units (?<count>\\d{1,9})$)|attachment (?=\\d+\\.attachment$))"
              + "(?<file>(?<number>\\d{1,18})\\.\\w+).*");

  private final Path directory;
  private final UnitCodec<E> codec;
  private final AtomicLong nextFile = new AtomicLong();
  private final FileChannel lockFile;

  SpillDirectory(Path directory, UnitCodec<E> codec) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.codec = codec;
    lockFile =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!tryLock()) {
      lockFile.close();
      throw new IOException(
          "spill directory " + directory + " is in use by another worklist; give each its own");
    }
  }

  /** What a checkpoint names, units files in the worklist's order. */
  record Checkpoint(List<SpillBatch> batches, @Nullable Path attachment) {}

  /**
   * The last complete checkpoint; null if there is none. Deletes what it doesn't name.
   *
   * @throws IllegalStateException if there is one and the caller doesn't want to continue from it
   */
  @Nullable Checkpoint open(boolean recover) throws IOException {
    boolean opened = false;
    try {
      if (!recover && Files.exists(directory.resolve(CHECKPOINT))) {
        throw new IllegalStateException(
            "spill directory "
                + directory
                + " holds a checkpoint; recover() continues from it, or delete the directory");
      }
      Checkpoint found = readCheckpoint();
      opened = true;
      return found;
    } finally {
      if (!opened) {
        lockFile.close();
      }
    }
  }

  private @Nullable Checkpoint readCheckpoint() throws IOException {
    Path file = directory.resolve(CHECKPOINT);
    Checkpoint found = Files.exists(file) ? parse(file) : null;
    Set<Path> named = new HashSet<>();
    if (found != null) {
      found.batches().forEach(batch -> named.add(batch.file));
      if (found.attachment() != null) {
        named.add(found.attachment());
      }
    }
    deleteAllBut(named);
    return found;
  }

  Path newUnitsFile() {
    return directory.resolve("%012d%s".formatted(nextFile.getAndIncrement(), UNITS));
  }

  Path newAttachmentFile() {
    return directory.resolve("%012d%s".formatted(nextFile.getAndIncrement(), ATTACHMENT));
  }

  void write(Path file, @Nullable Object[] units, int count) throws IOException {
    CRC32C crc = new CRC32C();
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                new CheckedOutputStream(Files.newOutputStream(file), crc), BUFFER_BYTES))) {
      out.writeInt(MAGIC);
      out.writeInt(count);
      for (int i = 0; i < count; i++) {
        codec.write(LocalRing.<E>cast(units[i]), out);
      }
      out.flush();
      out.writeLong(crc.getValue());
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw new IOException(
          "writing " + count + " units to " + file + " failed: " + e.getMessage() + "; free space",
          e);
    }
  }

  @Nullable Object[] read(Path file, int expected) throws IOException {
    CRC32C crc = new CRC32C();
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES), crc))) {
      int magic = in.readInt();
      int count = in.readInt();
      if (magic != MAGIC || count != expected) {
        throw damaged(file, "begins with " + magic + ", " + count + " units", expected, null);
      }
      @Nullable Object[] units = new Object[count];
      for (int i = 0; i < count; i++) {
        units[i] = codec.read(in);
      }
      long computed = crc.getValue();
      if (in.readLong() != computed) {
        throw damaged(file, "has a wrong checksum", expected, null);
      }
      return units;
    } catch (EOFException e) {
      throw damaged(file, "ends early", expected, e);
    }
  }

  /** Forces to disk what a checkpoint will name. */
  void force(List<SpillBatch> batches, Path attachment) throws IOException {
    for (SpillBatch batch : batches) {
      force(batch.file);
    }
    force(attachment);
  }

  /**
   * Makes a checkpoint, whose files are on disk, the one that recovery finds, then deletes all
   * files that it doesn't name. If this fails, either checkpoint may count, and all files of both
   * are there.
   */
  void commit(List<SpillBatch> batches, Path attachment) throws IOException {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    Set<Path> named = new HashSet<>();
    for (SpillBatch batch : batches) {
      named.add(batch.file);
      text.append("units ").append(batch.file.getFileName()).append(' ').append(batch.count);
      text.append('\n');
    }
    named.add(attachment);
    text.append("attachment ").append(attachment.getFileName()).append('\n');
    Path partial = directory.resolve(CHECKPOINT + PARTIAL);
    Files.writeString(partial, text.append("end\n"));
    force(partial);
    Files.move(
        partial,
        directory.resolve(CHECKPOINT),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    force(directory);
    deleteAllBut(named);
  }

  void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("deleting " + file + " failed", e);
    }
  }

  void deleteIfPossible(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // No checkpoint names it: the next one, close or recovery deletes it.
    }
  }

  /** Deletes what the checkpoint doesn't name and lets others use the directory. */
  @Override
  public void close() throws IOException {
    try (lockFile) {
      readCheckpoint();
    }
  }

  private boolean tryLock() throws IOException {
    try {
      return lockFile.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private Checkpoint parse(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    int last = lines.size() - 1;
    if (last < 1 || !lines.get(0).equals(HEADER) || !lines.get(last).equals("end")) {
      throw new IOException(
          file + " isn't a complete checkpoint of version 1; restore it or delete the directory");
    }
    List<SpillBatch> batches = new ArrayList<>();
    Path attachment = null;
    for (String line : lines.subList(1, last)) {
      Matcher match = LINE.matcher(line);
      if (!match.matches()) {
        throw new IOException(
            "%s has the line '%s', expected 'units FILE COUNT' or 'attachment FILE'; restore it"
                .formatted(file, line));
      }
      Path named = directory.resolve(match.group("file"));
      nextFile.accumulateAndGet(Long.parseLong(match.group("number")) + 1, Math::max);
      if (!Files.exists(named)) {
        throw new IOException(file + " names " + named + ", which is missing; restore it");
      }
      if (match.group("count") == null) {
        attachment = named;
      } else {
        SpillBatch batch = new SpillBatch(named, Integer.parseInt(match.group("count")), null);
        batch.pinned = true;
        batches.add(batch);
      }
    }
    return new Checkpoint(batches, attachment);
  }

  private void deleteAllBut(Set<Path> named) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        boolean ours = name.endsWith(UNITS) || name.endsWith(ATTACHMENT) || name.endsWith(PARTIAL);
        if (ours && !named.contains(file)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static IOException damaged(
      Path file, String how, int expected, @Nullable Exception cause) {
    return new IOException(
        file + " " + how + ", expected " + expected + " units of version 1; restore the file",
        cause);
  }
}
