package dev.uncork.benchmarks.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What memory alone costs a set: as many parts as a {@code LongFingerprintSet}, which grow in the
 * same steps, and a slot per value whose address comes from the value, for one thread.
 *
 * <p>It either probes as that set does, and so reads the same cache lines; or it doesn't, reads one
 * line per access, and overwrites what was there.
 */
final class BareArray {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int PART_BITS = 10;
  private static final int FIRST_SLOTS = 32;
  private static final int DOUBLING_BELOW_SLOTS = 2_048;
  private static final double GOLDEN_FRACTION = 0.6180339887498949;

  private final boolean probes;
  private final long[][] parts = new long[1 << PART_BITS][];
  private final int[] counts = new int[1 << PART_BITS];

  BareArray(boolean probes) {
    this.probes = probes;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new long[(int) (FIRST_SLOTS * Math.pow(2, i * GOLDEN_FRACTION % 1))];
    }
  }

  /** Writes a positive value into its slot; returns what was there, which isn't negative. */
  long write(long value) {
    int index = part(value);
    long[] part = parts[index];
    if (++counts[index] > part.length - (part.length >> 3)) {
      part = grown(part);
      parts[index] = part;
    }
    int at = slot(part, value);
    long seen = part[at];
    SLOT.compareAndSet(part, at, seen, value); // as a set that is shared must
    return seen;
  }

  /** What is in a value's slot. */
  long read(long value) {
    long[] part = parts[part(value)];
    return part[slot(part, value)];
  }

  private int slot(long[] part, long value) {
    int at = home(value, part.length);
    if (probes) {
      while (part[at] != 0 && part[at] != value) {
        at = at + 1 == part.length ? 0 : at + 1;
      }
    }
    return at;
  }

  private long[] grown(long[] part) {
    int length = part.length;
    long[] larger = new long[length < DOUBLING_BELOW_SLOTS ? length * 2 : length + (length >> 2)];
    for (long value : part) {
      if (value != 0) {
        SLOT.setVolatile(larger, slot(larger, value), value);
      }
    }
    return larger;
  }

  private static int part(long value) {
    return (int) (value >>> (Long.SIZE - 1 - PART_BITS));
  }

  /** Home slots in the order of the values, as in the set. */
  private static int home(long value, int length) {
    long bits = (value << (PART_BITS + 1)) >>> Integer.SIZE;
    return (int) ((bits * length) >>> Integer.SIZE);
  }
}
