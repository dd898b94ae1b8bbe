package dev.uncork.protocol;

import org.jspecify.annotations.Nullable;

/** What hot code does to memory that threads may share. */
public enum CodeAccess {
  /** An atomic read-modify-write that can't fail: {@code getAndAdd}, {@code getAndSet}. */
  ATOMIC_UPDATE("atomic-update"),
  /** A compare-and-set that goes back and tries again when it failed. */
  RETRY_LOOP("retry-loop"),
  /** {@code Thread.onSpinWait} or {@code Thread.yield} in a loop. */
  SPIN_WAIT("spin-wait"),
  /** A loop that does nothing but read a volatile field or ask a flag. */
  POLLING_LOOP("polling-loop"),
  /** A store to a volatile field. */
  VOLATILE_STORE("volatile-store"),
  /** A store to a plain field. */
  FIELD_STORE("field-store"),
  /** A store to an element of an array. */
  ARRAY_STORE("array-store"),
  /** A load of an element of an array. */
  ARRAY_LOAD("array-load"),
  /** A monitor is taken: a synchronized method or block. */
  MONITOR("monitor"),
  /** A lock of {@code java.util.concurrent} is taken. */
  LOCK("lock"),
  /** A lock is tried for again and again: one of {@code java.util.concurrent}, or a flag. */
  LOCK_ATTEMPT("lock-attempt");

  /** Ends the target of a loop in which reads of a {@code StampedLock} are tried again. */
  public static final String OPTIMISTIC_READ = "tryOptimisticRead()";

  private final String label;

  CodeAccess(String label) {
    this.label = label;
  }

  /** The name in recordings. */
  public String label() {
    return label;
  }

  /** The access of a name, or null. */
  public static @Nullable CodeAccess of(String label) {
    for (CodeAccess access : values()) {
      if (access.label.equals(label)) {
        return access;
      }
    }
    return null;
  }
}
