package dev.uncork.transport;

import java.util.Arrays;

/**
 * The free blocks of one segment: a binary buddy allocator (Knowlton 1965). Not for several threads
 * at once.
 *
 * <p>Block numbers count smallest blocks. A free run of 2^k blocks starts at a multiple of 2^k and
 * is in the list of order k; {@code order[start]} says so. Runs that are given back may have any
 * length: they are taken apart into such runs, each of which then merges with its free buddy.
 */
final class Buddies {
  private static final int NONE = -1;
  private static final byte TAKEN = -1;

  private final int blocks;
  private final int orders;
  private final int[] first;
  private final int[] next;
  private final int[] previous;
  private final byte[] order;
  private int free;

  /** All free. */
  Buddies(int blocks) {
    if (Integer.bitCount(blocks) != 1) {
      throw new IllegalArgumentException(blocks + " blocks: expected a power of two");
    }
    this.blocks = blocks;
    orders = Integer.numberOfTrailingZeros(blocks) + 1;
    first = new int[orders];
    next = new int[blocks];
    previous = new int[blocks];
    order = new byte[blocks];
    Arrays.fill(first, NONE);
    Arrays.fill(order, TAKEN);
    link(0, orders - 1);
    free = blocks;
  }

  int free() {
    return free;
  }

  /** Takes 2^wanted blocks; returns the number of the first, or -1 if there is no such run. */
  int take(int wanted) {
    int from = wanted;
    while (from < orders && first[from] == NONE) {
      from++;
    }
    if (from >= orders) {
      return NONE;
    }
    int block = first[from];
    unlink(block, from);
    while (from > wanted) {
      from--;
      link(block + (1 << from), from);
    }
    free -= 1 << wanted;
    return block;
  }

  /** Gives blocks back that were taken. */
  void give(int block, int count) {
    int end = block + count;
    if (block < 0 || count < 0 || end > blocks) {
      throw new IllegalArgumentException("blocks " + block + " to " + end + " of " + blocks);
    }
    free += count;
    for (int at = block; at < end; ) {
      int aligned = at == 0 ? orders - 1 : Integer.numberOfTrailingZeros(at);
      int fits = 31 - Integer.numberOfLeadingZeros(end - at);
      int run = Math.min(aligned, fits);
      merge(at, run);
      at += 1 << run;
    }
  }

  private void merge(int block, int run) {
    if (order[block] != TAKEN) {
      throw new IllegalStateException("block " + block + " was given back twice");
    }
    int at = block;
    int size = run;
    while (size < orders - 1) {
      int buddy = at ^ (1 << size);
      if (order[buddy] != size) {
        break;
      }
      unlink(buddy, size);
      at = Math.min(at, buddy);
      size++;
    }
    link(at, size);
  }

  private void link(int block, int size) {
    int head = first[size];
    next[block] = head;
    previous[block] = NONE;
    if (head != NONE) {
      previous[head] = block;
    }
    first[size] = block;
    order[block] = (byte) size;
  }

  private void unlink(int block, int size) {
    if (previous[block] == NONE) {
      first[size] = next[block];
    } else {
      next[previous[block]] = next[block];
    }
    if (next[block] != NONE) {
      previous[next[block]] = previous[block];
    }
    order[block] = TAKEN;
  }
}
