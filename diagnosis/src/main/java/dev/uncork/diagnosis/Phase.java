package dev.uncork.diagnosis;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * A stretch of the run in which the program behaved alike.
 *
 * @param toSecond exclusive
 * @param busyCores cores kept busy, on average
 * @param thread for a single-threaded phase the one busy thread, else empty
 * @param stack its most frequent stack, innermost frame first; empty where it wasn't sampled
 */
public record Phase(
    Kind kind, int fromSecond, int toSecond, double busyCores, String thread, List<Frame> stack) {
  public Phase {
    stack = List.copyOf(stack);
  }

  /** Length in seconds. */
  public int seconds() {
    return toSecond - fromSecond;
  }

  /** The frame of the stack that a human would name: the first one of the application. */
  public Optional<Frame> site() {
    return CodeOrigin.site(stack);
  }

  /** How the program behaved. */
  public enum Kind {
    /** Several threads worked or tried to. */
    PARALLEL("parallel"),
    /** One thread worked and no other was blocked at a lock. */
    SERIAL("serial"),
    /** Garbage collection had stopped the program for most of the time. */
    GC("gc"),
    /** Nothing ran. */
    IDLE("idle"),
    /** The use of the cores wasn't recorded. */
    UNKNOWN("unknown");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }
  }
}
