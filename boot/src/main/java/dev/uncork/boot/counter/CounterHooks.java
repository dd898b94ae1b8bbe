package dev.uncork.boot.counter;

import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.ReserveHooks;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten counters call in place of a critical section on their object's monitor.
 *
 * <p>Every critical section on the monitor is one atomic operation on one field, so their order is
 * still one order in which each sees those before it. Each has a full fence on both sides, reads
 * too: a lock orders what comes before one section and after a later one even if both only read.
 *
 * <p>When something else wants the monitor, the class's {@link CounterGroup} is switched off. From
 * then on the same operations run with the monitor held, which excludes that other code. A thread
 * may have looked at the switch before and update after: {@code CounterGroup} looks at the stacks
 * of all threads until none is in between. Such a thread never blocks, so this ends.
 *
 * <p>For that, methods that may wait for others have names that end in {@code Locked}, and no other
 * method here may block.
 */
public final class CounterHooks {
  private CounterHooks() {}

  /** The value of a counter. */
  public static <T> long get(CounterGroup group, AtomicLongFieldUpdater<T> field, T object) {
    if (group.atomic()) {
      VarHandle.fullFence();
      return field.get(object);
    }
    return getLocked(field, object);
  }

  /** Adds; returns the value before. */
  public static <T> long getAndAdd(
      CounterGroup group, AtomicLongFieldUpdater<T> field, T object, long delta) {
    return group.atomic() ? field.getAndAdd(object, delta) : addLocked(field, object, delta);
  }

  /** Adds; returns the value after. */
  public static <T> long addAndGet(
      CounterGroup group, AtomicLongFieldUpdater<T> field, T object, long delta) {
    return getAndAdd(group, field, object, delta) + delta;
  }

  /** Sets; returns the value before. */
  public static <T> long getAndSet(
      CounterGroup group, AtomicLongFieldUpdater<T> field, T object, long value) {
    return group.atomic() ? field.getAndSet(object, value) : setLocked(field, object, value);
  }

  /** The value of a counter. */
  public static <T> int get(CounterGroup group, AtomicIntegerFieldUpdater<T> field, T object) {
    if (group.atomic()) {
      VarHandle.fullFence();
      return field.get(object);
    }
    return getLocked(field, object);
  }

  /** Adds; returns the value before. */
  public static <T> int getAndAdd(
      CounterGroup group, AtomicIntegerFieldUpdater<T> field, T object, int delta) {
    return group.atomic() ? field.getAndAdd(object, delta) : addLocked(field, object, delta);
  }

  /** Adds; returns the value after. */
  public static <T> int addAndGet(
      CounterGroup group, AtomicIntegerFieldUpdater<T> field, T object, int delta) {
    return getAndAdd(group, field, object, delta) + delta;
  }

  /** Sets; returns the value before. */
  public static <T> int getAndSet(
      CounterGroup group, AtomicIntegerFieldUpdater<T> field, T object, int value) {
    return group.atomic() ? field.getAndSet(object, value) : setLocked(field, object, value);
  }

  /**
   * Adds to a counter that is spread over an adder; the field holds what else was stored.
   *
   * @param adder null while the constructor of a superclass runs
   */
  public static <T> void add(
      CounterGroup group,
      AtomicLongFieldUpdater<T> field,
      @Nullable LongAdder adder,
      T object,
      long delta) {
    if (adder == null) {
      getAndAdd(group, field, object, delta);
    } else {
      add(group, adder, object, delta);
    }
  }

  /** Adds to a counter that is spread over an adder. */
  public static <T> void add(
      CounterGroup group,
      AtomicIntegerFieldUpdater<T> field,
      @Nullable LongAdder adder,
      T object,
      int delta) {
    if (adder == null) {
      getAndAdd(group, field, object, delta);
    } else {
      add(group, adder, object, delta);
    }
  }

  private static void add(CounterGroup group, LongAdder adder, Object object, long delta) {
    if (group.atomic()) {
      adder.add(delta);
    } else {
      addLocked(adder, object, delta);
    }
  }

  /** The sum of a counter that is spread over an adder: exact while nobody adds. */
  public static <T> long sum(
      CounterGroup group, AtomicLongFieldUpdater<T> field, @Nullable LongAdder adder, T object) {
    long base = get(group, field, object);
    return adder == null ? base : base + sum(group, adder, object);
  }

  /** The sum of a counter that is spread over an adder: exact while nobody adds. */
  public static <T> int sum(
      CounterGroup group, AtomicIntegerFieldUpdater<T> field, @Nullable LongAdder adder, T object) {
    int base = get(group, field, object);
    return adder == null ? base : base + (int) sum(group, adder, object);
  }

  private static long sum(CounterGroup group, LongAdder adder, Object object) {
    return group.atomic() ? adder.sum() : sumLocked(adder, object);
  }

  private static <T> long getLocked(AtomicLongFieldUpdater<T> field, T object) {
    reservedLocked(object);
    synchronized (object) {
      return field.get(object);
    }
  }

  private static <T> long addLocked(AtomicLongFieldUpdater<T> field, T object, long delta) {
    reservedLocked(object);
    synchronized (object) {
      return field.getAndAdd(object, delta);
    }
  }

  private static <T> long setLocked(AtomicLongFieldUpdater<T> field, T object, long value) {
    reservedLocked(object);
    synchronized (object) {
      return field.getAndSet(object, value);
    }
  }

  private static <T> int getLocked(AtomicIntegerFieldUpdater<T> field, T object) {
    reservedLocked(object);
    synchronized (object) {
      return field.get(object);
    }
  }

  private static <T> int addLocked(AtomicIntegerFieldUpdater<T> field, T object, int delta) {
    reservedLocked(object);
    synchronized (object) {
      return field.getAndAdd(object, delta);
    }
  }

  private static <T> int setLocked(AtomicIntegerFieldUpdater<T> field, T object, int value) {
    reservedLocked(object);
    synchronized (object) {
      return field.getAndSet(object, value);
    }
  }

  private static void addLocked(LongAdder adder, Object object, long delta) {
    reservedLocked(object);
    synchronized (object) {
      adder.add(delta);
    }
  }

  private static long sumLocked(LongAdder adder, Object object) {
    reservedLocked(object);
    synchronized (object) {
      return adder.sum();
    }
  }

  /**
   * A subclass may be rewritten for lock reservation: then its owner is outside before we go in.
   */
  private static void reservedLocked(Object object) {
    if (object instanceof Reservable reservable) {
      ReserveHooks.beforeMonitor(reservable);
    }
  }
}
