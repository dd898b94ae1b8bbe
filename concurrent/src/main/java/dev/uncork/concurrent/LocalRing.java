package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A worker's own part of a {@link ChunkedWorklist}: a bounded ring that its owner fills and
 * everybody may empty. The same design as the run queues of Go's scheduler.
 *
 * <p>Only the owner writes slots and {@code tail}; whoever moves {@code head} from h has taken slot
 * h. A slot is reused only after {@code head} has passed it, so a reader that raced with its reuse
 * fails to move {@code head} and discards what it read.
 */
final class LocalRing<E> {
  private static final VarHandle HEAD = handle("head");
  private static final VarHandle TAIL = handle("tail");

  private final @Nullable Object[] slots;
  private final int mask;

  @SuppressWarnings("unused") // through HEAD
  private volatile long head;

  @SuppressWarnings("unused") // through TAIL
  private volatile long tail;

  LocalRing(int capacity) {
    slots = new Object[Integer.highestOneBit(capacity - 1) << 1];
    mask = slots.length - 1;
  }

  /**
   * Adds a unit; false if full. Owner only. The volatile store of tail makes the slot visible, and
   * keeps the owner's next look at the number of idle workers behind it: either the owner sees an
   * idle worker, or that worker, which announces itself before it looks here, sees the unit.
   */
  boolean offer(E unit) {
    long end = (long) TAIL.get(this); // plain: only this thread writes it
    if (end - (long) HEAD.getAcquire(this) > mask) { // pairs with the CAS of head in takers
      return false;
    }
    slots[(int) end & mask] = unit;
    TAIL.setVolatile(this, end + 1);
    return true;
  }

  /** Removes the oldest unit; null if there is none. */
  @Nullable E poll() {
    while (true) {
      long first = (long) HEAD.getVolatile(this);
      if (first >= (long) TAIL.getVolatile(this)) {
        return null;
      }
      Object unit = slots[(int) first & mask];
      if (HEAD.compareAndSet(this, first, first + 1)) {
        return cast(unit);
      }
    }
  }

  /** Removes up to max of the oldest units, at most half rounded up if asked; returns how many. */
  int pollInto(@Nullable Object[] target, int max, boolean half) {
    while (true) {
      long first = (long) HEAD.getVolatile(this);
      long there = (long) TAIL.getVolatile(this) - first;
      int count = (int) Math.min(max, half ? (there + 1) / 2 : there);
      if (count <= 0) {
        return 0;
      }
      for (int i = 0; i < count; i++) {
        target[i] = slots[(int) (first + i) & mask];
      }
      if (HEAD.compareAndSet(this, first, first + count)) {
        return count;
      }
    }
  }

  /** The number of units at some instant during the call. */
  int size() {
    long first = (long) HEAD.getVolatile(this);
    return (int) Math.max(0, (long) TAIL.getVolatile(this) - first);
  }

  /** Copies the units; only while nobody adds or takes. */
  int copyInto(@Nullable Object[] target) {
    long first = (long) HEAD.getVolatile(this);
    int count = size();
    for (int i = 0; i < count; i++) {
      target[i] = slots[(int) (first + i) & mask];
    }
    return count;
  }

  /** Drops references to units that were taken. Owner only, when the ring is empty. */
  void forget() {
    Arrays.fill(slots, null);
  }

  int capacity() {
    return slots.length;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // a slot between head and tail holds a unit
  static <E> E cast(@Nullable Object unit) {
    return (E) unit;
  }

  private static VarHandle handle(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(LocalRing.class, name, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
