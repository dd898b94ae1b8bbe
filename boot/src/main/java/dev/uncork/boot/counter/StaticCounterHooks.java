package dev.uncork.boot.counter;

import java.lang.invoke.VarHandle;

/**
 * What rewritten static counters call in place of a critical section on their class's monitor. See
 * {@link CounterHooks}, whose rules hold here too: only methods whose names end in {@code Locked}
 * may wait for others.
 */
public final class StaticCounterHooks {
  private StaticCounterHooks() {}

  /** The value of a counter. */
  public static long getLong(CounterGroup group, VarHandle field, Class<?> type) {
    if (group.atomic()) {
      VarHandle.fullFence();
      return (long) field.getVolatile();
    }
    return getLongLocked(field, type);
  }

  /** Adds; returns the value before. */
  public static long getAndAdd(CounterGroup group, VarHandle field, Class<?> type, long delta) {
    return group.atomic() ? (long) field.getAndAdd(delta) : addLocked(field, type, delta);
  }

  /** Adds; returns the value after. */
  public static long addAndGet(CounterGroup group, VarHandle field, Class<?> type, long delta) {
    return getAndAdd(group, field, type, delta) + delta;
  }

  /** Sets; returns the value before. */
  public static long getAndSet(CounterGroup group, VarHandle field, Class<?> type, long value) {
    return group.atomic() ? (long) field.getAndSet(value) : setLocked(field, type, value);
  }

  /** The value of a counter. */
  public static int getInt(CounterGroup group, VarHandle field, Class<?> type) {
    if (group.atomic()) {
      VarHandle.fullFence();
      return (int) field.getVolatile();
    }
    return getIntLocked(field, type);
  }

  /** Adds; returns the value before. */
  public static int getAndAdd(CounterGroup group, VarHandle field, Class<?> type, int delta) {
    return group.atomic() ? (int) field.getAndAdd(delta) : addLocked(field, type, delta);
  }

  /** Adds; returns the value after. */
  public static int addAndGet(CounterGroup group, VarHandle field, Class<?> type, int delta) {
    return getAndAdd(group, field, type, delta) + delta;
  }

  /** Sets; returns the value before. */
  public static int getAndSet(CounterGroup group, VarHandle field, Class<?> type, int value) {
    return group.atomic() ? (int) field.getAndSet(value) : setLocked(field, type, value);
  }

  private static long getLongLocked(VarHandle field, Class<?> type) {
    synchronized (type) {
      return (long) field.getVolatile();
    }
  }

  private static long addLocked(VarHandle field, Class<?> type, long delta) {
    synchronized (type) {
      return (long) field.getAndAdd(delta);
    }
  }

  private static long setLocked(VarHandle field, Class<?> type, long value) {
    synchronized (type) {
      return (long) field.getAndSet(value);
    }
  }

  private static int getIntLocked(VarHandle field, Class<?> type) {
    synchronized (type) {
      return (int) field.getVolatile();
    }
  }

  private static int addLocked(VarHandle field, Class<?> type, int delta) {
    synchronized (type) {
      return (int) field.getAndAdd(delta);
    }
  }

  private static int setLocked(VarHandle field, Class<?> type, int value) {
    synchronized (type) {
      return (int) field.getAndSet(value);
    }
  }
}
