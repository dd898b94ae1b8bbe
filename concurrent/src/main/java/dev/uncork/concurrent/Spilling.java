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
  private final Pause pause;
  private final Frontier<E> frontier;
  private final SpillDirectory<E> directory;
  private final @Nullable Path recoveredAttachment;

  /** Guarded by lock. */
  private boolean closed;

  Spilling(
      ReentrantLock lock,
      Pause pause,
      Frontier<E> frontier,
      Path path,
      UnitCodec<E> codec,
      boolean recover) {
    this.lock = lock;
    this.pause = pause;
    this.frontier = frontier;
    try {
      directory = new SpillDirectory<>(path, codec);
      SpillDirectory.Checkpoint found = directory.open(recover);
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
      boolean written = false;
      boolean unneeded;
      try {
        directory.write(batch.file, units(batch), batch.count);
        written = true;
      } catch (IOException e) {
        throw new UncheckedIOException("worklist can't spill; its units stay in memory", e);
      } finally { // also of what the codec throws
        unneeded = endSpill(batch, written);
      }
      if (unneeded) {
        directory.delete(batch.file);
      }
    }
  }

  /** Reads a batch. With the lock, which is released meanwhile. */
  void load(SpillBatch batch) {
    boolean pinned = batch.pinned;
    @Nullable Object @Nullable [] units = null;
    boolean back = false;
    lock.unlock();
    try {
      units = directory.read(batch.file, batch.count);
    } catch (IOException e) {
      throw new UncheckedIOException("worklist can't read back what it spilled", e);
    } finally {
      lock.lock();
      try {
        if (units != null) {
          frontier.endLoad(batch, units);
          back = true;
        }
      } finally {
        if (!back) {
          frontier.failLoad(batch);
        }
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
    List<Path> written = new ArrayList<>();
    boolean complete = false;
    try {
      for (@Nullable Object[] units : frontier.inMemoryBeforeDisk()) {
        save(units, named, written);
      }
      List<SpillBatch> onDisk = frontier.onDisk();
      named.addAll(onDisk);
      save(frontier.inMemoryBehindDisk(), named, written);
      save(ofWorkers, named, written);
      Path attachment = directory.newAttachmentFile();
      written.add(attachment);
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(attachment))) {
        application.write(out);
      }
      directory.force(named, attachment);
      // Before the commit: however that ends, no file that it may have named is deleted too early.
      onDisk.forEach(batch -> batch.pinned = true);
      complete = true;
      directory.commit(named, attachment);
    } finally {
      if (!complete) {
        written.forEach(directory::deleteIfPossible);
      }
    }
  }

  /**
   * Releases the directory; deletes what its checkpoint doesn't name, or all if it has none.
   * Without the lock.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return; // the directory may serve another worklist by now
      }
      closed = true;
      while (frontier.isReadingOrWriting()) {
        pause.awaitStillerUninterruptibly();
      }
      directory.close();
    } catch (IOException e) {
      throw new UncheckedIOException("closing the spill directory failed", e);
    } finally {
      lock.unlock();
    }
  }

  private void save(@Nullable Object[] units, List<SpillBatch> named, List<Path> written)
      throws IOException {
    if (units.length > 0) {
      SpillBatch batch = new SpillBatch(directory.newUnitsFile(), units.length, null);
      directory.write(batch.file, units, units.length);
      named.add(batch);
      written.add(batch.file);
    }
  }

  private static @Nullable Object[] units(SpillBatch batch) {
    @Nullable Object @Nullable [] units = batch.units;
    return units == null ? new Object[0] : units;
  }

  private @Nullable SpillBatch beginSpill() {
    lock.lock();
    try {
      return closed ? null : frontier.beginSpill(directory::newUnitsFile);
    } finally {
      lock.unlock();
    }
  }

  /** True if the file is complete but nobody needs it any more. */
  private boolean endSpill(SpillBatch batch, boolean written) {
    lock.lock();
    try {
      if (written) {
        return frontier.endSpill(batch);
      }
      frontier.failSpill(batch);
      return false;
    } finally {
      pause.signalStiller();
      lock.unlock();
    }
  }
}
