package dev.uncork.protocol;

import org.jspecify.annotations.Nullable;

/** What a program's work is counted in while it runs on fewer cores, the most trusted first. */
public enum WorkUnit {
  /** The program's own progress, polled. */
  PROGRESS("progress"),
  /** A counter of the program that grows as what it prints of its progress does. */
  COUNTER("counter"),
  /** Acquires of a lock whose demand is measured. */
  LOCK_ACQUIRES("lock-acquires"),
  /** Calls of a hot method. */
  METHOD_CALLS("method-calls"),
  /** A field that grows steadily, which may count anything. */
  GROWING_FIELD("growing-field"),
  /** Bytes allocated by the program's threads. */
  ALLOCATED_BYTES("allocated-bytes");

  private final String label;

  WorkUnit(String label) {
    this.label = label;
  }

  /** The name in recordings and JSON. */
  public String label() {
    return label;
  }

  /** Whether what it counts is surely work; others may count retries, or anything that grows. */
  public boolean surelyCounts() {
    return this == PROGRESS || this == COUNTER;
  }

  /** The unit of a name, or null. */
  public static @Nullable WorkUnit of(String label) {
    for (WorkUnit unit : values()) {
      if (unit.label.equals(label)) {
        return unit;
      }
    }
    return null;
  }
}
