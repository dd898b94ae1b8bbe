package dev.uncork.concurrent;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The traffic between a worklist's {@link Frontier} and its {@link SpillDirectory}. */
final class Spilling<E> implements AutoCloseable {
  private final ReentrantLock lock;
  private final Frontier<E> frontier;
  private final SpillDirectory<E> directory;
  private final @Nullable Path recoveredAttachment;

  Spilling(
      ReentrantLock lock, Frontier<E> frontier, Path path, UnitCodec<E> codec, boolean recover) {
    this.lock = lock;
    this.frontier = frontier;
    try {
      directory = new SpillDirectory<>(path, codec);
      if (!recover && directory.hasCheckpoint()) {
        directory.close();
        throw new IllegalStateException(
            "spill directory "
                + path
                + " holds a checkpoint; recover() continues from it, or delete the directory");
      }
      SpillDirectory.Checkpoint found = directory.recover();
      frontier.recover(found == null ? List.of() : found.batches());
      recoveredAttachment = found == null ? null : found.attachment();
    } catch (IOException e) {
      throw new UncheckedIOException("spill directory " + path + " can't be used", e);
    }
  }

  @Nullable Path recoveredAttachment() {
    return recoveredAttachment;
  }

  /** Writes batches while there are too many units in memory. Without the lock. */
  void spill() {
    for (SpillBatch batch = beginSpill(); batch != null; batch = beginSpill()) {
      try {
        directory.write(batch.file, units(batch), batch.count);
        if (endSpill(batch)) {
          directory.delete(batch.file);
        }
      } catch (IOException e) {
        failSpill(batch);
        throw new UncheckedIOException("worklist can't spill; its units stay in memory", e);
      } catch (RuntimeException | Error e) { // the codec's
        failSpill(batch);
        throw e;
      }
    }
  }

  /** Reads a batch. With the lock, which is released meanwhile. */
  void load(SpillBatch batch) {
    @Nullable Object @Nullable [] units = null;
    boolean pinned = batch.pinned;
    lock.unlock();
    try {
      units = directory.read(batch.file, batch.count);
    } catch (IOException e) {
      throw new UncheckedIOException("worklist can't read back what it spilled", e);
    } finally {
      lock.lock();
      if (units == null) {
        frontier.failLoad(batch);
      } else {
        frontier.endLoad(batch, units);
      }
    }
    if (!pinned) {
      directory.delete(batch.file);
    }
  }

  /** Writes a checkpoint. With the lock, while nobody spills or loads. */
  void checkpoint(@Nullable Object[] ofWorkers, ChunkedWorklist.Attachment application)
      throws IOException {
    List<SpillBatch> named = new ArrayList<>();
    for (@Nullable Object[] units : frontier.inMemoryBeforeDisk()) {
      save(units, named);
    }
    List<SpillBatch> onDisk = frontier.onDisk();
    named.addAll(onDisk);
    save(frontier.inMemoryBehindDisk(), named);
    save(ofWorkers, named);
    Path attachment = directory.newAttachmentFile();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(attachment))) {
      application.write(out);
    }
    directory.commit(named, attachment);
    onDisk.forEach(batch -> batch.pinned = true);
  }

  /** Releases the directory; deletes what its checkpoint doesn't name, or all if it has none. */
  @Override
  public void close() {
    try (directory) {
      directory.recover();
    } catch (IOException e) {
      throw new UncheckedIOException("closing the spill directory failed", e);
    }
  }

  private void save(@Nullable Object[] units, List<SpillBatch> named) throws IOException {
    if (units.length > 0) {
      SpillBatch batch = new SpillBatch(directory.newUnitsFile(), units.length, null);
      directory.write(batch.file, units, units.length);
      named.add(batch);
    }
  }

  private static @Nullable Object[] units(SpillBatch batch) {
    @Nullable Object @Nullable [] units = batch.units;
    return units == null ? new Object[0] : units;
  }

  private @Nullable SpillBatch beginSpill() {
    lock.lock();
    try {
      return frontier.beginSpill(directory::newUnitsFile);
    } finally {
      lock.unlock();
    }
  }

  private boolean endSpill(SpillBatch batch) {
    lock.lock();
    try {
      return frontier.endSpill(batch);
    } finally {
      lock.unlock();
    }
  }

  private void failSpill(SpillBatch batch) {
    lock.lock();
    try {
      frontier.failSpill(batch);
    } finally {
      lock.unlock();
    }
  }
}
