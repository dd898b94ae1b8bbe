package dev.uncork.recording.jvm;

import java.util.List;

/**
 * What the JVM's thread for operations did on request, garbage collections left out.
 *
 * @param reachNanos until all threads had stopped for them, without the operation itself
 * @param operations what stopped all threads at safepoints; the one that took longest first
 * @param handshakes what stopped one thread after the other, each for a moment (JEP 312); those of
 *     the thread for which they took longest first
 */
public record VmOperations(
    long reachNanos, List<VmOperation> operations, List<VmOperation> handshakes) {
  /** Of a recording that doesn't tell, or has none. */
  public static final VmOperations NONE = new VmOperations(0, List.of(), List.of());

  public VmOperations {
    operations = List.copyOf(operations);
    handshakes = List.copyOf(handshakes);
  }

  /** Time for which the program stood still. */
  public long stoppedNanos() {
    return reachNanos + operations.stream().mapToLong(VmOperation::nanos).sum();
  }

  /** Of that, the time until all threads had stopped. */
  public long reachingNanos() {
    return reachNanos
        + operations.stream()
            .filter(VmOperation::untilCollection)
            .mapToLong(VmOperation::nanos)
            .sum();
  }

  /** Share of a recording of that length for which the program stood still, 0 to 1. */
  public double stoppedShare(long durationNanos) {
    return Math.min(1, stoppedNanos() / (double) Math.max(1, durationNanos));
  }

  /**
   * Operations of one kind that one thread asked for.
   *
   * @param name as HotSpot names it, such as {@code ThreadDump}; empty for the time until all
   *     threads had stopped for a collection, where that took long
   * @param caller name of the thread; empty where unknown
   */
  public record VmOperation(String name, String caller, long count, long nanos) {
    /** Whether it isn't an operation, but what a collection waits for until it begins. */
    public boolean untilCollection() {
      return name.isEmpty();
    }
  }
}
