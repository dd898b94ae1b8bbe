package dev.uncork.concurrent;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared part of a {@link ChunkedWorklist}, used under its lock.
 *
 * <p>In the worklist's order: urgent units, units read back from disk, batches on disk, and the
 * back, where units are added. Without spilling the middle two are always empty. Taking the oldest
 * goes through these from the front, taking the newest from the back. This class does no input or
 * output: {@code begin} methods say what to write or read, and {@code end} methods that it is done.
 */
final class Frontier<E> {
  private static final int MAX_BATCH_UNITS = 1 << 16;

  private final boolean newestFirst;
  private final long memoryUnits;
  private final int batchUnits;
  private final UnitDeque urgent = new UnitDeque();
  private final UnitDeque front = new UnitDeque();
  private final ArrayDeque<SpillBatch> disk = new ArrayDeque<>();
  private final UnitDeque back = new UnitDeque();

  /** Units in batches on disk, and in those being read. */
  private long diskUnits;

  private int loading;
  private int writing;

  Frontier(boolean newestFirst, long memoryUnits) {
    this.newestFirst = newestFirst;
    this.memoryUnits = memoryUnits;
    batchUnits = (int) Math.max(1, Math.min(MAX_BATCH_UNITS, memoryUnits / 4));
  }

  long size() {
    return urgent.size() + front.size() + diskUnits + back.size();
  }

  /** Units that {@link #take} can return without reading. */
  long inMemory() {
    return size() - diskUnits;
  }

  /** True if no unit is here or on its way. */
  boolean isDrained() {
    return size() == 0;
  }

  void add(@Nullable Object[] added, int count) {
    back.addLast(added, count);
  }

  void addUrgent(E unit) {
    urgent.addFirst(Objects.requireNonNull(unit));
  }

  /** Removes up to max units; returns how many: 0 also if the next are on disk. */
  int take(@Nullable Object[] target, int max) {
    if (urgent.size() > 0) {
      return urgent.removeFirst(target, max);
    }
    if (newestFirst) {
      int taken = back.removeLast(target, max);
      return taken > 0 || diskUnits > 0 ? taken : front.removeLast(target, max);
    }
    int taken = front.removeFirst(target, max);
    return taken > 0 || diskUnits > 0 ? taken : back.removeFirst(target, max);
  }

  /** The oldest units of the back, to be written, if there are too many; else null. */
  @Nullable SpillBatch beginSpill(Supplier<Path> newFile) {
    if (front.size() + back.size() <= memoryUnits || back.size() < batchUnits) {
      return null;
    }
    @Nullable Object[] units = new Object[batchUnits];
    SpillBatch batch = new SpillBatch(newFile.get(), batchUnits, units);
    disk.addLast(batch);
    back.removeFirst(units, batchUnits); // last: nothing after it can fail
    diskUnits += batchUnits;
    writing++;
    return batch;
  }

  /** The batch's file is complete; true if nobody needs it any more. */
  boolean endSpill(SpillBatch batch) {
    writing--;
    batch.units = null;
    return batch.reclaimed;
  }

  /** The batch's file could not be written: its units return to memory. */
  void failSpill(SpillBatch batch) {
    writing--;
    if (disk.remove(batch)) {
      comeBack(batch, Objects.requireNonNull(batch.units));
    }
  }

  /**
   * The next batch to be read; null if none is needed now. One that is still being written comes
   * back from memory at once.
   */
  @Nullable SpillBatch beginLoad() {
    long ready = newestFirst ? back.size() : front.size();
    if (disk.isEmpty() || loading > 0 || ready >= Math.max(1, batchUnits / 4)) {
      return null;
    }
    SpillBatch batch = newestFirst ? disk.removeLast() : disk.removeFirst();
    if (batch.units != null) {
      reclaim(batch, batch.units);
      return null;
    }
    loading++;
    return batch;
  }

  /** The batch was read; its file may be deleted unless it is pinned. */
  void endLoad(SpillBatch batch, @Nullable Object[] units) {
    comeBack(batch, units);
    loading--;
  }

  /** The batch could not be read; it stays on disk. */
  void failLoad(SpillBatch batch) {
    loading--;
    returnToDisk(batch);
  }

  boolean isReadingOrWriting() {
    return loading > 0 || writing > 0;
  }

  void recover(List<SpillBatch> batches) {
    for (SpillBatch batch : batches) {
      disk.addLast(batch);
      diskUnits += batch.count;
    }
  }

  /** Units in memory that come before those on disk. */
  List<@Nullable Object[]> inMemoryBeforeDisk() {
    return List.of(urgent.copy(), front.copy());
  }

  List<SpillBatch> onDisk() {
    return new ArrayList<>(disk);
  }

  @Nullable Object[] inMemoryBehindDisk() {
    return back.copy();
  }

  private void reclaim(SpillBatch batch, @Nullable Object[] units) {
    boolean reclaimed = false;
    try {
      comeBack(batch, units);
      reclaimed = true;
    } finally {
      batch.reclaimed = reclaimed;
      if (!reclaimed) {
        returnToDisk(batch);
      }
    }
  }

  private void returnToDisk(SpillBatch batch) {
    if (newestFirst) {
      disk.addLast(batch);
    } else {
      disk.addFirst(batch);
    }
  }

  private void comeBack(SpillBatch batch, @Nullable Object[] units) {
    (newestFirst ? back : front).addLast(units, batch.count); // first: it may fail, all or nothing
    diskUnits -= batch.count;
  }
}
