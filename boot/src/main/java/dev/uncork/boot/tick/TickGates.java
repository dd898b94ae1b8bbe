package dev.uncork.boot.tick;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What classes rewritten for the remedy {@code tick} call around their synchronized methods.
 *
 * <p>The object's own monitor still excludes; the gate before it only decides who comes next. So
 * whoever takes the monitor without the gate does no harm, and neither does a thread that waits for
 * its turn in vain: it goes on without. Where a gate proves to be in the way (its owner waits
 * inside, or for something that others hold), all gates are left open for good.
 */
public final class TickGates {
  /** Turns given up for a deadlock's sake before all gates are left open. */
  private static final int MOST_GIVEN_UP = 20;

  private static final LongAdder HANDED_OVER = new LongAdder();
  private static final LongAdder BLOCKED = new LongAdder();
  private static final LongAdder GIVEN_UP = new LongAdder();
  private static volatile boolean closed;

  private TickGates() {}

  /** Counts since the class was loaded. */
  public record Counts(long blocked, long handedOver, long givenUp) {}

  /** What happened at the gates until now. */
  public static Counts counts() {
    return new Counts(BLOCKED.sum(), HANDED_OVER.sum(), GIVEN_UP.sum());
  }

  /** Lets threads queue at gates from now on. */
  public static void close() {
    closed = true;
  }

  /** Lets threads pass without a look from now on; those that queue go on within a tick. */
  public static void open() {
    closed = false;
  }

  /** Whether gates are in use. */
  public static boolean closed() {
    return closed;
  }

  /** Passes the object's gate if it can; what it returns goes to {@link #exit}. */
  public static @Nullable TickGate enter(Gated object) {
    if (!closed) {
      return null;
    }
    try {
      TickGate gate = (TickGate) object.uncork$gate();
      if (gate == null) {
        gate = new TickGate(); // Two threads may make one each at first, which does no harm.
        object.uncork$gate(gate);
      }
      return gate.enter(object) ? gate : null;
    } catch (Throwable e) {
      return null; // No stack or memory left for it: the monitor alone will do.
    }
  }

  /** Leaves a gate that was passed; null when it wasn't. */
  public static void exit(@Nullable TickGate gate) {
    if (gate != null) {
      gate.exit();
    }
  }

  static void blocked() {
    BLOCKED.increment();
  }

  static void handedOver() {
    HANDED_OVER.increment();
  }

  static void gaveUp() {
    GIVEN_UP.increment();
    if (GIVEN_UP.sum() >= MOST_GIVEN_UP) {
      open();
    }
  }
}
