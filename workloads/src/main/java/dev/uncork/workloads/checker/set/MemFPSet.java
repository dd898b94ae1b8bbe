package dev.uncork.workloads.checker.set;

/**
 * The home-grown hash table of 2006: open addressing with linear probing, one lock around all of
 * it, growing by rehashing everything while the others wait.
 *
 * <p>The table's length is a power of two and the lower bits of the fingerprint are the home slot.
 * Zero marks a free slot, so the fingerprint zero is kept beside the table.
 */
public final class MemFPSet implements FingerprintSet {
  private static final int LARGEST_LENGTH = 1 << 30;

  private long[] table;
  private int used;
  private boolean hasZero;

  /** An empty set with room for a few thousand fingerprints. */
  public MemFPSet() {
    this(1 << 13);
  }

  MemFPSet(int length) {
    table = new long[length];
  }

  @Override
  public synchronized boolean put(long fingerprint) {
    if (fingerprint == 0) {
      boolean added = !hasZero;
      hasZero = true;
      return added;
    }
    int slot = slotOf(table, fingerprint);
    if (table[slot] == fingerprint) {
      return false;
    }
    table[slot] = fingerprint;
    if (++used > table.length - (table.length >> 2)) {
      rehash();
    }
    return true;
  }

  /** The slot that holds the fingerprint, or the free one where it belongs. */
  private static int slotOf(long[] table, long fingerprint) {
    int mask = table.length - 1;
    int slot = (int) fingerprint & mask;
    while (table[slot] != 0 && table[slot] != fingerprint) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    if (table.length == LARGEST_LENGTH) {
      throw new IllegalStateException(
          "the fingerprint set holds "
              + used
              + " fingerprints and can't grow; choose --set multi, which has many tables");
    }
    long[] larger = new long[table.length * 2];
    for (long fingerprint : table) {
      if (fingerprint != 0) {
        larger[slotOf(larger, fingerprint)] = fingerprint;
      }
    }
    table = larger;
  }

  @Override
  public synchronized long size() {
    return used + (hasZero ? 1 : 0);
  }

  @Override
  public synchronized long[] toArray() {
    long[] all = new long[Math.toIntExact(size())];
    int next = 0;
    for (long fingerprint : table) {
      if (fingerprint != 0) {
        all[next++] = fingerprint;
      }
    }
    return all; // zero, if it was put, is the last element already
  }

  @Override
  public synchronized long checkFPs() {
    return NearestDistance.of(toArray());
  }
}
