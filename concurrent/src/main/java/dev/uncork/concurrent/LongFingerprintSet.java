package dev.uncork.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;

/**
 * A lock-free set of longs that only grows: what a model checker has seen, a crawler has visited.
 *
 * <p>{@link #add} and {@link #contains} are linearizable and lock-free; both take constant expected
 * time, in the common case one cache miss. {@link #size} takes two atomic instructions for each
 * stripe of its counter, visiting all values a look at each slot. Any long is allowed. Memory: 8
 * bytes per slot, 9.1 to 11.5 bytes per value in one segment, 10.3 on average since segments grow
 * at different times; while it grows, the set holds one segment twice, never the whole. 100 million
 * values take less than 1 GiB.
 *
 * <p>Everything that a thread did before it added a value is visible to a thread that finds it.
 *
 * <p><b>Don't use it</b> if values must be removed ({@link StripedLongSet}), for few values (an
 * empty set with the default number of segments takes about half a MiB), or for objects ({@link
 * StripedSet}).
 *
 * <h2>Implementation notes</h2>
 *
 * A bijective mix turns a value into a hash, which is what slots hold: no mixing when a table
 * grows, and the value comes back by the inverse. The upper bits of the hash choose a segment, the
 * next 32 the home slot, so a table in slot order is nearly in hash order, and a move to a larger
 * one reads and writes memory forwards. Tables are probed linearly.
 *
 * <p>Growth (after Cliff Click's non-blocking hash table): a table that is 7/8 full gets a
 * successor 1.25 times as large (2 times while small). Threads claim chunks of the old one, put
 * each value into the successor and turn each empty slot to MOVED. Slots never change again after
 * that first change, so: a thread that probes the old table and finds its value is right; one that
 * meets MOVED knows that nobody can add the value there any more, and goes on in the successor; and
 * a value that isn't yet in the successor is found in the old table, where every operation starts
 * until all chunks are finished. Nobody waits for anybody.
 *
 * <p>All slot accesses are volatile: a slot is at once the data and its publication.
 *
 * <p>The first sizes of segments are spread over one growth step, so that segments grow one after
 * the other and the load of the whole set stays where it is, on average, for any number of values.
 */
public final class LongFingerprintSet {
  private static final int DEFAULT_SEGMENT_BITS = 10;
  private static final int MAX_SEGMENT_BITS = 16;
  private static final int MIN_TABLE_SLOTS = 32;

  /** Tables below this double; larger ones grow by a quarter, which wastes less memory. */
  private static final int DOUBLING_BELOW_SLOTS = 2_048;

  /** Values per segment that {@link #expecting} aims at; keeps tables below half a MiB. */
  private static final long WANTED_PER_SEGMENT = 16_384;

  private static final double GOLDEN_FRACTION = 0.6180339887498949;

  private final int segmentBits;
  private final AtomicReferenceArray<LongTable> segments;
  private final StripedCounter size = new StripedCounter();

  /** Bit 0: the hash EMPTY is in the set; bit 1: the hash MOVED is. */
  private final AtomicInteger reserved = new AtomicInteger();

  /** An empty set that grows as needed. */
  public LongFingerprintSet() {
    this(DEFAULT_SEGMENT_BITS, 0);
  }

  LongFingerprintSet(int segmentBits, long expectedValues) {
    this.segmentBits = segmentBits;
    int count = 1 << segmentBits;
    double slots = expectedValues / (double) count * 8 / 7;
    segments = new AtomicReferenceArray<>(count);
    for (int i = 0; i < count; i++) {
      segments.set(i, new LongTable(firstSlots(i, slots), segmentBits));
    }
  }

  /**
   * An empty set whose segments have room for a number of values before they grow, and are as many
   * as suit that number.
   *
   * @param values 0 to 2^40
   */
  public static LongFingerprintSet expecting(long values) {
    if (values < 0 || values > 1L << 40) {
      throw new IllegalArgumentException("values is " + values + ", expected 0 to 2^40");
    }
    int bits = DEFAULT_SEGMENT_BITS;
    while (bits < MAX_SEGMENT_BITS && values >> bits > WANTED_PER_SEGMENT) {
      bits++;
    }
    return new LongFingerprintSet(bits, values);
  }

  /**
   * Adds a value; true if it wasn't there.
   *
   * @throws IllegalStateException if the set must grow and the heap has no room; the set stays as
   *     it is and may be used on
   */
  public boolean add(long value) {
    long hash = mix(value);
    boolean added =
        hash == LongTable.EMPTY || hash == LongTable.MOVED
            ? addReserved(hash)
            : insert(segmentOf(hash), hash);
    if (added) {
      size.increment();
    }
    return added;
  }

  /** True if the value is in the set. */
  public boolean contains(long value) {
    long hash = mix(value);
    if (hash == LongTable.EMPTY || hash == LongTable.MOVED) {
      return (reserved.get() & reservedBit(hash)) != 0;
    }
    LongTable table = segments.get(segmentOf(hash));
    while (true) {
      int found = table.find(hash);
      if (found != LongTable.ELSEWHERE) {
        return found == LongTable.PRESENT;
      }
      LongMigration next = table.migration();
      if (next == null) {
        return false; // full, and this value isn't in it
      }
      table = next.to;
    }
  }

  /**
   * The number of values. An {@link #add} that hasn't returned may or may not be counted; all
   * others are.
   */
  public long size() {
    return size.sum();
  }

  /** Bytes of the tables now, without the few per segment for headers. */
  public long slotBytes() {
    long slots = 0;
    for (int i = 0; i < segments.length(); i++) {
      for (LongTable table = segments.get(i); table != null; ) {
        slots += table.capacity();
        LongMigration next = table.migration();
        table = next == null ? null : next.to;
      }
    }
    return slots * Long.BYTES;
  }

  /** The number of segments, each of which {@link #forEachInSegment} visits. */
  public int segments() {
    return segments.length();
  }

  /**
   * Visits each value once, in no order; values added meanwhile may or may not be visited. See
   * {@link Parallel} to visit segments in parallel.
   */
  public void forEach(LongConsumer action) {
    for (int i = 0; i < segments.length(); i++) {
      forEachInSegment(i, action);
    }
  }

  /** Visits each value of one segment once, in no order. */
  public void forEachInSegment(int segment, LongConsumer action) {
    if (segment == 0) {
      visitReserved(action);
    }
    LongTable table = settled(segment);
    for (int i = 0; i < table.capacity(); i++) {
      long hash = table.slot(i);
      if (hash != LongTable.EMPTY && hash != LongTable.MOVED) {
        action.accept(unmix(hash));
      }
    }
  }

  private boolean insert(int segment, long hash) {
    LongTable table = segments.get(segment);
    while (true) {
      int outcome = table.put(hash);
      if (outcome == LongTable.PRESENT) {
        return false;
      }
      if (outcome == LongTable.ADDED) {
        if (table.countAndAskToGrow(hash)) {
          growEarly(segment, table);
        }
        return true;
      }
      LongMigration migration = table.migration();
      if (migration == null) {
        migration = growNow(table);
      }
      moveChunk(segment, table, migration, migration.claim());
      table = migration.to;
    }
  }

  /** Grows a table that isn't full, and moves what other threads leave. */
  private void growEarly(int segment, LongTable table) {
    try {
      LongMigration migration = table.begin(new LongMigration(table, successor(table)));
      for (int chunk = migration.claim(); chunk >= 0; chunk = migration.claim()) {
        moveChunk(segment, table, migration, chunk);
      }
    } catch (OutOfMemoryError | IllegalStateException e) {
      table.postponeGrowth(); // the value is in and there is room left; a full table reports it
    }
  }

  private LongMigration growNow(LongTable table) {
    try {
      return table.begin(new LongMigration(table, successor(table)));
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(
          "fingerprint set is full: it holds "
              + size.sumEstimate()
              + " values in "
              + slotBytes()
              + " bytes and the heap ("
              + Runtime.getRuntime().maxMemory()
              + " bytes) has no room to grow; raise -Xmx",
          e);
    }
  }

  private void moveChunk(int segment, LongTable from, LongMigration migration, int chunk) {
    if (chunk < 0) {
      return;
    }
    int end = migration.endSlot(chunk);
    for (int i = migration.firstSlot(chunk); i < end; i++) {
      long hash = from.freeze(i);
      if (hash != LongTable.MOVED) {
        insertFrom(segment, migration.to, hash);
      }
    }
    migration.finish(chunk);
    promote(segment);
  }

  /** Like insert, but begins at a given table: the value's home is behind the one it comes from. */
  private void insertFrom(int segment, LongTable first, long hash) {
    LongTable table = first;
    while (true) {
      int outcome = table.put(hash);
      if (outcome == LongTable.ADDED) {
        table.countAndAskToGrow(hash); // a later add will ask again
      }
      if (outcome != LongTable.ELSEWHERE) {
        return;
      }
      LongMigration migration = table.migration();
      table = (migration == null ? growNow(table) : migration).to;
    }
  }

  private void promote(int segment) {
    while (true) {
      LongTable root = segments.get(segment);
      LongMigration migration = root.migration();
      if (migration == null || !migration.isFinished()) {
        return;
      }
      segments.compareAndSet(segment, root, migration.to);
    }
  }

  /** The table of a segment that isn't being moved, after finishing moves that have begun. */
  private LongTable settled(int segment) {
    while (true) {
      LongTable root = segments.get(segment);
      LongMigration migration = root.migration();
      if (migration == null) {
        return root;
      }
      for (int chunk = migration.firstUnfinished();
          chunk >= 0;
          chunk = migration.firstUnfinished()) {
        moveChunk(segment, root, migration, chunk);
      }
      promote(segment);
    }
  }

  private LongTable successor(LongTable table) {
    long now = table.capacity();
    long wanted = now < DOUBLING_BELOW_SLOTS ? now * 2 : now + (now >> 2);
    return new LongTable((int) Math.min(wanted, Integer.MAX_VALUE - 8), segmentBits);
  }

  private static int firstSlots(int segment, double wanted) {
    double phase = (segment * GOLDEN_FRACTION) % 1;
    double step = wanted < DOUBLING_BELOW_SLOTS ? 2 : 1.25;
    return (int) (Math.max(MIN_TABLE_SLOTS, wanted) * Math.pow(step, phase));
  }

  private int segmentOf(long hash) {
    return (int) (hash >>> (Long.SIZE - segmentBits));
  }

  private boolean addReserved(long hash) {
    int bit = reservedBit(hash);
    return (reserved.getAndUpdate(bits -> bits | bit) & bit) == 0;
  }

  private void visitReserved(LongConsumer action) {
    int bits = reserved.get();
    if ((bits & 1) != 0) {
      action.accept(unmix(LongTable.EMPTY));
    }
    if ((bits & 2) != 0) {
      action.accept(unmix(LongTable.MOVED));
    }
  }

  private static int reservedBit(long hash) {
    return hash == LongTable.EMPTY ? 1 : 2;
  }

  /** Stafford's variant 13 of the 64-bit finalizer of MurmurHash3; a bijection. */
  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** The inverse of {@link #mix}. */
  static long unmix(long hash) {
    long z = (hash ^ (hash >>> 31) ^ (hash >>> 62)) * 0x319642b2d24d8ec3L;
    z = (z ^ (z >>> 27) ^ (z >>> 54)) * 0x96de1b173f119089L;
    return z ^ (z >>> 30) ^ (z >>> 60);
  }
}
