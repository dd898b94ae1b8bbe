package dev.uncork.concurrent;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A double-ended queue of units in blocks, so that it grows and shrinks without copying. Not
 * thread-safe: a {@link ChunkedWorklist} uses it under its lock.
 */
final class UnitDeque {
  private static final int BLOCK_UNITS = 1_024;
  private static final @Nullable Object[][] NO_BLOCKS = {};

  private final ArrayDeque<@Nullable Object[]> blocks = new ArrayDeque<>();

  /** Index of the first unit in the first block. */
  private int head;

  /** Index behind the last unit in the last block. */
  private int tail = BLOCK_UNITS;

  /** One empty block kept, so that a queue around a block's border doesn't allocate. */
  private @Nullable Object @Nullable [] spare;

  private long size;

  long size() {
    return size;
  }

  /** Adds units; all of them, or none if memory runs out. */
  void addLast(@Nullable Object[] units, int count) {
    @Nullable Object @Nullable [] last = blocks.peekLast();
    int done = last == null ? 0 : Math.min(count, BLOCK_UNITS - tail);
    @Nullable Object[][] added = link((count - done + BLOCK_UNITS - 1) / BLOCK_UNITS);
    if (last != null) {
      System.arraycopy(units, 0, last, tail, done);
      tail += done;
    }
    for (@Nullable Object[] block : added) {
      int part = Math.min(count - done, BLOCK_UNITS);
      System.arraycopy(units, done, block, 0, part);
      tail = part;
      done += part;
    }
    size += count;
  }

  /** Appends empty blocks; all of them, or none if memory runs out. */
  private @Nullable Object[][] link(int count) {
    if (count == 0) {
      return NO_BLOCKS;
    }
    @Nullable Object[][] added = new Object[count][];
    int linked = 0;
    try {
      for (int i = 0; i < count; i++) {
        added[i] = block();
      }
      for (; linked < count; linked++) {
        blocks.addLast(added[linked]);
      }
      return added;
    } catch (OutOfMemoryError e) {
      for (; linked > 0; linked--) {
        blocks.removeLast();
      }
      throw e;
    }
  }

  void addFirst(Object unit) {
    if (blocks.isEmpty() || head == 0) {
      blocks.addFirst(block()); // may fail, before anything has changed
      tail = blocks.size() == 1 ? BLOCK_UNITS : tail;
      head = BLOCK_UNITS;
    }
    blocks.getFirst()[--head] = unit;
    size++;
  }

  /** Removes up to max units from the front, in order; returns how many. */
  int removeFirst(@Nullable Object[] target, int max) {
    int count = (int) Math.min(max, size);
    int done = 0;
    while (done < count) {
      int end = blocks.size() == 1 ? tail : BLOCK_UNITS;
      int part = Math.min(count - done, end - head);
      moveOut(blocks.getFirst(), head, target, done, part);
      head += part;
      done += part;
      if (head == end) {
        recycle(blocks.removeFirst());
        head = 0;
      }
    }
    return removed(count);
  }

  /** Removes up to max units from the back, the last one first; returns how many. */
  int removeLast(@Nullable Object[] target, int max) {
    int count = (int) Math.min(max, size);
    for (int done = 0; done < count; done++) {
      @Nullable Object[] last = blocks.getLast();
      target[done] = last[--tail];
      last[tail] = null;
      int begin = blocks.size() == 1 ? head : 0;
      if (tail == begin) {
        recycle(blocks.removeLast());
        tail = BLOCK_UNITS;
      }
    }
    return removed(count);
  }

  /** A copy of all units in order. */
  @Nullable Object[] copy() {
    @Nullable Object[] all = new Object[Math.toIntExact(size)];
    int done = 0;
    int index = 0;
    for (@Nullable Object[] block : blocks) {
      int begin = index == 0 ? head : 0;
      int end = index == blocks.size() - 1 ? tail : BLOCK_UNITS;
      System.arraycopy(block, begin, all, done, end - begin);
      done += end - begin;
      index++;
    }
    return all;
  }

  private int removed(int count) {
    size -= count;
    if (blocks.isEmpty()) {
      head = 0;
      tail = BLOCK_UNITS;
    }
    return count;
  }

  private static void moveOut(
      @Nullable Object[] block, int from, @Nullable Object[] target, int at, int count) {
    System.arraycopy(block, from, target, at, count);
    Arrays.fill(block, from, from + count, null);
  }

  private @Nullable Object[] block() {
    @Nullable Object[] kept = spare;
    spare = null;
    return kept == null ? new Object[BLOCK_UNITS] : kept;
  }

  private void recycle(@Nullable Object[] empty) {
    spare = empty;
  }
}
