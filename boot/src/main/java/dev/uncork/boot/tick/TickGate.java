package dev.uncork.boot.tick;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The order in which threads go for one object's monitor: those that run overtake those that sleep
 * until the end of a tick of 4 ms, when the one that has waited longest is let in.
 *
 * <p>The rules are those of {@code dev.uncork.concurrent.TickLock}, which explains them; this one
 * lives in the bootstrap loader, and nothing depends on it: a thread that has waited {@link
 * #PATIENCE_NANOS} since the last change of the owner goes on without.
 */
public final class TickGate {
  private static final long TICK_NANOS = 4_000_000;
  private static final long PATIENCE_NANOS = 250_000_000;
  private static final long FIRST_NAP_NANOS = 50_000;
  private static final int FREE = 0;
  private static final int TAKEN = 1;
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 300 : 0;

  private final AtomicInteger state = new AtomicInteger(FREE);
  private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  /**
   * Written by the owner only, not by who hands over to it. So a thread that reads it without order
   * finds itself here only if it has written that itself.
   */
  private @Nullable Thread owner;

  private int depth;
  private long tickEndNanos = System.nanoTime();

  /** When a thread last came or went: while this changes, the queue moves. */
  private volatile long movedNanos = tickEndNanos;

  /** Fate of a waiter as its value: waiting, served or gone. */
  private static final class Waiter extends AtomicInteger {
    private static final long serialVersionUID = 1;
    static final int WAITING = 0;
    static final int SERVED = 1;
    static final int GONE = 2;
    final transient Thread thread = Thread.currentThread();

    /** Whether it looks by itself from time to time, so that nobody needs to wake it. */
    transient volatile boolean awake;
  }

  TickGate() {}

  /** Passes; false when the caller is to go on without. */
  boolean enter(Object object) {
    if (owner == Thread.currentThread()) {
      depth++;
      return true;
    }
    if (take()) {
      return true;
    }
    for (int spin = 0; spin < SPINS; spin++) {
      Thread.onSpinWait();
      if (take()) {
        return true;
      }
    }
    // Whoever has the monitor must not wait here for one who waits for the monitor.
    return !Thread.holdsLock(object) && await();
  }

  /** Leaves. */
  void exit() {
    if (owner != Thread.currentThread() || --depth != 0) {
      return;
    }
    if (heir() != null) {
      long now = System.nanoTime();
      movedNanos = now;
      if (now - tickEndNanos >= 0 && handOver(now)) {
        return;
      }
    }
    owner = null;
    state.set(FREE); // Before the look into the queue, as a waiter looks here after it has queued.
    Waiter heir = heir();
    if (heir != null && !heir.awake) {
      heir.awake = true;
      LockSupport.unpark(heir.thread);
    }
  }

  private boolean take() {
    return state.get() == FREE && state.compareAndSet(FREE, TAKEN) && own();
  }

  private boolean own() {
    owner = Thread.currentThread();
    depth = 1;
    return true;
  }

  private boolean await() {
    TickGates.blocked();
    Waiter waiter = new Waiter();
    waiters.add(waiter);
    boolean interrupted = false;
    boolean passed = false;
    boolean patient = true;
    long since = System.nanoTime();
    long napNanos = FIRST_NAP_NANOS;
    while (!passed && patient) {
      boolean first = heir() == waiter;
      if (waiter.get() == Waiter.SERVED) {
        passed = own();
      } else if ((first || !waiter.awake) && take()) {
        waiter.set(Waiter.SERVED); // Who would hand over holds the gate, and that is us.
        waiters.remove(waiter);
        passed = true;
      } else {
        waiter.awake |= first;
        LockSupport.parkNanos(this, first ? napNanos : PATIENCE_NANOS);
        napNanos = Math.min(2 * napNanos, TICK_NANOS);
        interrupted |= Thread.interrupted(); // A monitor isn't interruptible.
        patient = patient(waiter, since);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return passed;
  }

  /** Whether it goes on waiting; if not, it is out of the queue. */
  private boolean patient(Waiter waiter, long since) {
    long now = System.nanoTime();
    boolean stuck = now - since > PATIENCE_NANOS && now - movedNanos > PATIENCE_NANOS;
    if (TickGates.closed() && !stuck) {
      return true;
    }
    if (!waiter.compareAndSet(Waiter.WAITING, Waiter.GONE)) {
      return true; // It was let in meanwhile.
    }
    waiters.remove(waiter);
    if (stuck) {
      TickGates.gaveUp();
    }
    return false;
  }

  /** The first that waits; null when none does. */
  private @Nullable Waiter heir() {
    Waiter first = waiters.peek();
    while (first != null && first.get() != Waiter.WAITING) {
      waiters.remove(first);
      first = waiters.peek();
    }
    return first;
  }

  private boolean handOver(long now) {
    owner = null; // Before the gate is another's.
    for (Waiter next = heir(); next != null; next = heir()) {
      tickEndNanos = now + TICK_NANOS;
      if (next.compareAndSet(Waiter.WAITING, Waiter.SERVED)) {
        TickGates.handedOver();
        LockSupport.unpark(next.thread);
        return true;
      }
    }
    return false;
  }
}
