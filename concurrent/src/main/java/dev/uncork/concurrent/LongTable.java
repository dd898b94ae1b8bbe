package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One open-addressing table of a {@link LongFingerprintSet} segment; see there for the algorithm.
 *
 * <p>A slot goes from {@link #EMPTY} to a value or to {@link #MOVED}, once, and stays. Values are
 * hashes: their upper bits, below those that chose the segment, give the home slot.
 */
final class LongTable {
  static final long EMPTY = 0;
  static final long MOVED = Long.MIN_VALUE;

  static final int ADDED = 0;
  static final int PRESENT = 1;
  static final int ABSENT = 2;

  /** The answer is in the next table: this one is full or being moved. */
  static final int ELSEWHERE = 3;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle COUNT = handle("count", long.class);
  private static final VarHandle MIGRATION = handle("migration", LongMigration.class);

  /** From this size on one value in eight is counted, which is exact enough to know the load. */
  private static final int SAMPLED_FROM_SLOTS = 2_048;

  private static final int SAMPLE_MASK = 7;

  private final long[] slots;
  private final int homeShift;
  private final int sampleMask;
  private volatile long growAt;

  @SuppressWarnings("unused") // through COUNT
  private volatile long count;

  private volatile @Nullable LongMigration migration;

  LongTable(int capacity, int segmentBits) {
    slots = new long[capacity];
    homeShift = segmentBits;
    sampleMask = capacity >= SAMPLED_FROM_SLOTS ? SAMPLE_MASK : 0;
    growAt = capacity - (capacity >> 3);
  }

  int capacity() {
    return slots.length;
  }

  /** A slot's content; volatile. */
  long slot(int index) {
    return (long) SLOT.getVolatile(slots, index);
  }

  /** Marks a slot as moved unless it holds a value; returns that value, or MOVED. */
  long freeze(int index) {
    long seen = slot(index);
    if (seen == EMPTY) {
      seen = (long) SLOT.compareAndExchange(slots, index, EMPTY, MOVED);
      return seen == EMPTY ? MOVED : seen;
    }
    return seen;
  }

  int find(long hash) {
    int index = home(hash);
    for (int left = slots.length; left > 0; left--) {
      long seen = slot(index);
      if (seen == hash) {
        return PRESENT;
      }
      if (seen == EMPTY) {
        return ABSENT;
      }
      if (seen == MOVED) {
        return ELSEWHERE;
      }
      index = index + 1 == slots.length ? 0 : index + 1;
    }
    return ELSEWHERE;
  }

  int put(long hash) {
    int index = home(hash);
    for (int left = slots.length; left > 0; left--) {
      long seen = slot(index);
      if (seen == EMPTY) {
        seen = (long) SLOT.compareAndExchange(slots, index, EMPTY, hash);
        if (seen == EMPTY) {
          return ADDED;
        }
      }
      if (seen == hash) {
        return PRESENT;
      }
      if (seen == MOVED) {
        return ELSEWHERE;
      }
      index = index + 1 == slots.length ? 0 : index + 1;
    }
    return ELSEWHERE;
  }

  /** Counts an added value; true if the table should grow now. */
  boolean countAndAskToGrow(long hash) {
    if ((hash & sampleMask) != 0) {
      return false;
    }
    long unit = sampleMask + 1L;
    return (long) COUNT.getAndAdd(this, unit) + unit >= growAt && migration == null;
  }

  /** Asks again only when another 32nd of the table has been filled. */
  void postponeGrowth() {
    growAt = growAt + Math.max(1, slots.length >> 5);
  }

  @Nullable LongMigration migration() {
    return migration;
  }

  /** Begins a migration unless one has begun; returns the one that counts. */
  LongMigration begin(LongMigration begun) {
    Object before = MIGRATION.compareAndExchange(this, null, begun);
    return before == null ? begun : (LongMigration) before;
  }

  private int home(long hash) {
    long bits = (hash << homeShift) >>> Integer.SIZE;
    return (int) ((bits * slots.length) >>> Integer.SIZE);
  }

  private static VarHandle handle(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(LongTable.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
