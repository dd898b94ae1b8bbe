package dev.uncork.concurrent;

import java.util.concurrent.ExecutionException;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * A set of longs under striped locks: many small tables, each with a lock of its own.
 *
 * <p>A value's hash chooses the stripe, so with enough stripes threads seldom meet. {@link #add},
 * {@link #contains} and {@link #remove} are linearizable and take constant expected time; {@link
 * #size} and the visiting methods lock stripe after stripe, so each stripe is seen at an instant of
 * its own. Leaving a stripe's lock happens-before entering it again. Memory: 8 bytes per slot, 11
 * to 21 bytes per value.
 *
 * <p><b>How many stripes:</b> at least the square of the threads that run at once over the share of
 * collisions that is acceptable; 1,024 served the 350 processors of the published case, 4,096 its
 * last few percent. A stripe costs about 100 bytes.
 *
 * <p><b>Don't use it</b> if values are never removed: {@link LongFingerprintSet} is faster and
 * smaller. If more threads than processors wait for one stripe, its holder was descheduled, and
 * more stripes don't help.
 */
public final class StripedLongSet {
  private static final int MAX_STRIPES = 1 << 20;
  private static final int FIRST_SLOTS = 8;

  private final Stripe[] stripes;
  private final int shift;

  /**
   * An empty set.
   *
   * @param stripes 1 to 1,048,576; rounded up to a power of two
   */
  public StripedLongSet(int stripes) {
    int bits = stripeBits(stripes);
    shift = Long.SIZE - 1 - bits;
    this.stripes = new Stripe[1 << bits];
    for (int i = 0; i < this.stripes.length; i++) {
      this.stripes[i] = new Stripe();
    }
  }

  static int stripeBits(int stripes) {
    if (stripes < 1 || stripes > MAX_STRIPES) {
      throw new IllegalArgumentException(
          "stripes is " + stripes + ", expected 1 to " + MAX_STRIPES);
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(stripes - 1);
  }

  /**
   * Adds a value; true if it wasn't there.
   *
   * @throws IllegalStateException if its stripe must grow and the heap has no room, or at 2^30
   *     slots; the set stays as it is and may be used on
   */
  public boolean add(long value) {
    long hash = LongFingerprintSet.mix(value);
    Stripe stripe = stripeOf(hash);
    synchronized (stripe) {
      return stripe.add(value, (int) hash);
    }
  }

  /** True if the value is in the set. */
  public boolean contains(long value) {
    long hash = LongFingerprintSet.mix(value);
    Stripe stripe = stripeOf(hash);
    synchronized (stripe) {
      return stripe.contains(value, (int) hash);
    }
  }

  /** Removes a value; true if it was there. */
  public boolean remove(long value) {
    long hash = LongFingerprintSet.mix(value);
    Stripe stripe = stripeOf(hash);
    synchronized (stripe) {
      return stripe.remove(value, (int) hash);
    }
  }

  /** The number of values, stripe by stripe. */
  public long size() {
    long total = 0;
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        total += stripe.size();
      }
    }
    return total;
  }

  /** The number of stripes. */
  public int stripes() {
    return stripes.length;
  }

  /** Visits each value once while its stripe's lock is held. */
  public void forEach(LongConsumer action) {
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        stripe.forEach(action);
      }
    }
  }

  /**
   * Checks stripe after stripe, several at a time: the end phase that one thread used to run.
   *
   * @param parallel how to run the checks
   * @param check gets a stripe's values, in no order, as an array of its own
   * @param combine combines results; associative and commutative
   * @param identity the result for no values
   */
  public <R> R checkAll(
      Parallel parallel, Function<long[], ? extends R> check, BinaryOperator<R> combine, R identity)
      throws InterruptedException, ExecutionException {
    return parallel.reduce(0, stripes.length, i -> check.apply(copy(i)), combine, identity);
  }

  private long[] copy(int stripe) {
    Stripe chosen = stripes[stripe];
    synchronized (chosen) {
      return chosen.copy();
    }
  }

  private Stripe stripeOf(long hash) {
    return stripes[(int) ((hash >>> 1) >>> shift)];
  }

  /** One table; its users hold its monitor. Zero marks an empty slot, so a flag stands for zero. */
  private static final class Stripe {
    private long[] slots = new long[FIRST_SLOTS];
    private int used;
    private boolean hasZero;

    int size() {
      return used + (hasZero ? 1 : 0);
    }

    boolean add(long value, int hash) {
      if (value == 0) {
        boolean added = !hasZero;
        hasZero = true;
        return added;
      }
      int at = slotOf(value, hash);
      if (slots[at] == value) {
        return false;
      }
      if (used >= slots.length - (slots.length >> 2)) {
        grow(); // before the value is in: if this fails, the table still has empty slots
        at = slotOf(value, hash);
      }
      slots[at] = value;
      used++;
      return true;
    }

    boolean contains(long value, int hash) {
      return value == 0 ? hasZero : slots[slotOf(value, hash)] == value;
    }

    boolean remove(long value, int hash) {
      if (value == 0) {
        boolean removed = hasZero;
        hasZero = false;
        return removed;
      }
      int at = slotOf(value, hash);
      if (slots[at] != value) {
        return false;
      }
      closeGap(at);
      used--;
      return true;
    }

    void forEach(LongConsumer action) {
      if (hasZero) {
        action.accept(0);
      }
      for (long value : slots) {
        if (value != 0) {
          action.accept(value);
        }
      }
    }

    long[] copy() {
      long[] values = new long[size()];
      int next = hasZero ? 1 : 0;
      for (long value : slots) {
        if (value != 0) {
          values[next++] = value;
        }
      }
      return values;
    }

    /** The slot that holds the value, or else the empty one where it would go. */
    private int slotOf(long value, int hash) {
      int mask = slots.length - 1;
      int at = hash & mask;
      while (slots[at] != 0 && slots[at] != value) {
        at = (at + 1) & mask;
      }
      return at;
    }

    /** Knuth's algorithm R: moves later values of the run into the gap where they may stand. */
    private void closeGap(int removed) {
      int mask = slots.length - 1;
      int gap = removed;
      for (int at = (gap + 1) & mask; slots[at] != 0; at = (at + 1) & mask) {
        int home = (int) LongFingerprintSet.mix(slots[at]) & mask;
        if (((at - home) & mask) >= ((at - gap) & mask)) {
          slots[gap] = slots[at];
          gap = at;
        }
      }
      slots[gap] = 0;
    }

    private void grow() {
      if (slots.length == 1 << 30) {
        throw new IllegalStateException(
            "a stripe holds " + used + " values, its limit; make the set with more stripes");
      }
      long[] old = slots;
      try {
        slots = new long[old.length * 2];
      } catch (OutOfMemoryError e) {
        throw new IllegalStateException(
            "striped set is full: a stripe holds "
                + used
                + " values and the heap ("
                + Runtime.getRuntime().maxMemory()
                + " bytes) has no room to grow; raise -Xmx",
            e);
      }
      for (long value : old) {
        if (value != 0) {
          slots[slotOf(value, (int) LongFingerprintSet.mix(value))] = value;
        }
      }
    }
  }
}
