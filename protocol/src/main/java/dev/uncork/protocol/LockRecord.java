package dev.uncork.protocol;

/**
 * Layout of a record that the native collector writes, in native byte order: {@code struct Record}
 * in {@code aggregate.h}, which a test compares.
 */
public final class LockRecord {
  /** Size of a record, in bytes. */
  public static final int BYTES = 64;

  /** Type of a record with the counts of one lock since it was last written. */
  public static final int LOCK = 1;

  /** Type of a record with the weight of one waiter stack at one lock. */
  public static final int SITE = 2;

  /** Where every record has, as an {@code int}, its type. */
  public static final int AT_TYPE = 0;

  /** Where every record has, as an {@code int}, the code of a {@link LockKind}. */
  public static final int AT_KIND = 4;

  /** Where every record has, as an {@code int}, the lock's identity hash code. */
  public static final int AT_IDENTITY_HASH = 8;

  /** Where every record has, as an {@code int}, a class that the collector names. */
  public static final int AT_CLASS_ID = 12;

  /** Where a {@link #LOCK} has, as a {@code long}, the number of acquires that blocked. */
  public static final int AT_BLOCKED = 16;

  /** Where a {@link #LOCK} has, as a {@code long}, the time that they took together. */
  public static final int AT_WAIT_NANOS = 24;

  /** Where a {@link #LOCK} has, as a {@code long}, the time that the longest took. */
  public static final int AT_MAX_WAIT_NANOS = 32;

  /** Where a {@link #LOCK} has, as a {@code long}, the number of waits that returned. */
  public static final int AT_WAITS = 40;

  /** Where a {@link #LOCK} has, as a {@code long}, the time that they took together. */
  public static final int AT_WAITED_NANOS = 48;

  /** Where a {@link #LOCK} has, as a {@code long}, the acquires of a millisecond or more. */
  public static final int AT_LONG_BLOCKED = 56;

  /** Where a {@link #SITE} has, as an {@code int}, a stack that the collector names. */
  public static final int AT_STACK_ID = 16;

  /** Where a {@link #SITE} has, as a {@code long}, the blocked acquires with that stack. */
  public static final int AT_COUNT = 24;

  /** Where a {@link #SITE} has, as a {@code long}, the time that they took together. */
  public static final int AT_COUNT_NANOS = 32;

  private LockRecord() {}
}
