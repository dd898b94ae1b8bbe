package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A reentrant lock that lets running threads overtake sleeping ones, but only until the end of a
 * tick: then it is handed over to the thread that has waited longest.
 *
 * <p>An unfair lock is fast because a thread that runs takes it again and again while those that
 * sleep stay behind; a fair one switches threads at each release. This one switches once in a tick
 * of {@value #DEFAULT_TICK_MICROS} µs, which is the compromise of Odaira and Hiraki: nearly the
 * throughput of the unfair lock, while no thread waits longer than a tick for each that came before
 * it. Take it for a hot lock with short sections, where there are more threads than processors.
 *
 * <p>Memory order is that of every {@code Lock}: what was done before an {@code unlock} is seen
 * after the next {@code lock}. Threads that wait are interrupted and time out as with a {@code
 * ReentrantLock}; {@link #tryLock()} overtakes. Virtual threads may use it. A thread that blocks
 * allocates 32 bytes.
 *
 * <p>Implementation notes. {@code state} is the lock; waiters queue beside it in order of arrival.
 * Only the first of them, the heir, is ever awake. Who releases the lock within a tick frees it,
 * and wakes the heir if that sleeps for good; the heir tries to take it as any other thread,
 * spinning shortly and then in naps that double: so a free lock is left alone for one nap at most.
 * Who releases it after the tick's end leaves it taken and makes the heir its owner.
 *
 * <p>Invariants: a waiter is granted the lock, takes it, or gives up, once, decided by a
 * compare-and-set of {@code Waiter.fate}. {@code owner}, {@code holds} and {@code tickEndNanos}
 * belong to the thread that holds the lock. No wake-up is lost, by the argument of Dekker: the
 * releasing thread stores {@code state} (volatile), then looks into the queue; the waiter enters
 * the queue (volatile), then looks at {@code state}.
 */
public final class TickLock implements CountedLock {
  /** Length of a tick of {@link #TickLock()}, in microseconds. */
  public static final long DEFAULT_TICK_MICROS = 4_000;

  private static final long FOREVER = Long.MAX_VALUE;
  private static final int FREE = 0;
  private static final int TAKEN = 1;
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 300 : 0;
  private static final long FIRST_NAP_NANOS = 50_000;

  private static final VarHandle STATE;
  private static final VarHandle FATE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(TickLock.class, "state", int.class);
      FATE = lookup.findVarHandle(Waiter.class, "fate", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long tickNanos;
  private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  private volatile int state;

  /**
   * Written by the owner only, the new one's name too: not by who hands over, since a waiter that
   * gives up meanwhile would take itself for the owner. So a thread that reads it without order
   * finds itself here only if it has written that itself.
   */
  private @Nullable Thread owner;

  private int holds;
  private long tickEndNanos;

  private static final class Waiter {
    static final int WAITING = 0;
    static final int SERVED = 1;
    static final int GONE = 2;

    final Thread thread = Thread.currentThread();

    /**
     * SERVED is written by a release (compare-and-set); the waiter's volatile read pairs with it.
     */
    volatile int fate;

    /** Whether it tries by itself from time to time, so that nobody needs to wake it. */
    volatile boolean heir;

    boolean decide(int decided) {
      return FATE.compareAndSet(this, WAITING, decided);
    }
  }

  /** A free lock with a tick of {@value #DEFAULT_TICK_MICROS} µs. */
  public TickLock() {
    this(DEFAULT_TICK_MICROS, TimeUnit.MICROSECONDS);
  }

  /**
   * A free lock.
   *
   * @param tick how long threads may overtake; the shorter, the fairer and the slower
   */
  public TickLock(long tick, TimeUnit unit) {
    if (tick < 0) {
      throw new IllegalArgumentException("a tick of " + tick + " " + unit + "; expected 0 or more");
    }
    this.tickNanos = unit.toNanos(tick);
    this.tickEndNanos = System.nanoTime();
  }

  @Override
  public void lock() {
    if (overtake()) {
      return;
    }
    boolean interrupted = false;
    Waiter waiter = enqueue();
    while (!served(waiter, FOREVER)) {
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      waiter.thread.interrupt();
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    acquireFor(FOREVER);
  }

  @Override
  public boolean tryLock() {
    return enterAgain() || take();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return acquireFor(unit.toNanos(time));
  }

  @Override
  public void unlock() {
    if (owner != Thread.currentThread()) {
      throw new IllegalMonitorStateException(
          "the thread " + Thread.currentThread().getName() + " doesn't hold the lock");
    }
    if (--holds == 0) {
      release();
    }
  }

  /** A condition of this lock, first come, first signalled. */
  @Override
  public Condition newCondition() {
    return new ReservableCondition(this);
  }

  @Override
  public int getHoldCount() {
    return owner == Thread.currentThread() ? holds : 0;
  }

  /** Whether the calling thread holds the lock. */
  public boolean isHeldByCurrentThread() {
    return owner == Thread.currentThread();
  }

  /** Whether any thread holds the lock, as a snapshot. */
  public boolean isLocked() {
    return state == TAKEN;
  }

  /** Whether threads wait for the lock, as a snapshot. */
  public boolean hasQueuedThreads() {
    return heir() != null;
  }

  @Override
  public String toString() {
    Thread seen = owner;
    return getClass().getName()
        + "@"
        + Integer.toHexString(System.identityHashCode(this))
        + (seen == null ? "[free]" : "[held by " + seen.getName() + "]");
  }

  private boolean enterAgain() {
    if (owner != Thread.currentThread()) {
      return false;
    }
    if (holds == Integer.MAX_VALUE) {
      throw new Error("the lock is held " + holds + " times by one thread, which is the most");
    }
    holds++;
    return true;
  }

  private boolean take() {
    return state == FREE && STATE.compareAndSet(this, FREE, TAKEN) && own();
  }

  /** Notes that the lock is ours, which it is: taken, or handed over to us. */
  private boolean own() {
    owner = Thread.currentThread();
    holds = 1;
    return true;
  }

  /** Takes the lock, before all who wait for it, if it is free or becomes so at once. */
  private boolean overtake() {
    if (enterAgain() || take()) {
      return true;
    }
    for (int spin = 0; spin < SPINS; spin++) {
      Thread.onSpinWait();
      if (take()) {
        return true;
      }
    }
    return false;
  }

  private boolean acquireFor(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (overtake()) {
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    long begin = System.nanoTime();
    Waiter waiter = enqueue();
    while (true) {
      long left = nanos == FOREVER ? FOREVER : nanos - (System.nanoTime() - begin);
      if (left <= 0) {
        return !giveUp(waiter) && own();
      }
      if (served(waiter, left)) {
        return true;
      }
      if (Thread.interrupted()) {
        if (giveUp(waiter)) {
          throw new InterruptedException();
        }
        waiter.thread.interrupt();
        return own();
      }
    }
  }

  private Waiter enqueue() {
    Waiter waiter = new Waiter();
    waiters.add(waiter);
    return waiter;
  }

  /** Waits until the lock is ours (true), or the time is over or somebody interrupts (false). */
  private boolean served(Waiter waiter, long nanos) {
    long begin = System.nanoTime();
    long napNanos = FIRST_NAP_NANOS;
    while (true) {
      if (waiter.fate == Waiter.SERVED) {
        return own();
      }
      boolean first = heir() == waiter;
      if ((first || !waiter.heir) && takeFor(waiter)) {
        return true;
      }
      if (waiter.thread.isInterrupted()) {
        return false;
      }
      long left = nanos == FOREVER ? FOREVER : nanos - (System.nanoTime() - begin);
      if (left <= 0) {
        return false;
      }
      if (first) {
        waiter.heir = true;
        if (spinFor(waiter)) {
          return true;
        }
        LockSupport.parkNanos(this, Math.min(left, napNanos));
        napNanos = Math.min(2 * napNanos, Math.max(FIRST_NAP_NANOS, tickNanos));
      } else if (left == FOREVER) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, left);
      }
    }
  }

  private boolean spinFor(Waiter waiter) {
    for (int spin = 0; spin < SPINS; spin++) {
      Thread.onSpinWait();
      if (waiter.fate == Waiter.SERVED) {
        return own();
      }
      if (takeFor(waiter)) {
        return true;
      }
    }
    return false;
  }

  private boolean takeFor(Waiter waiter) {
    if (!take()) {
      return false;
    }
    // It is ours alone to decide: who hands over holds the lock, and now that is us.
    waiter.decide(Waiter.SERVED);
    waiters.remove(waiter);
    return true;
  }

  /** Leaves the queue; false if the lock was handed over to us before we could. */
  private boolean giveUp(Waiter waiter) {
    if (!waiter.decide(Waiter.GONE)) {
      return false;
    }
    waiters.remove(waiter);
    if (state == FREE) {
      wakeHeir(); // what woke us may have been meant for whoever is the first
    }
    return true;
  }

  /** The first that waits; null when none does. */
  private @Nullable Waiter heir() {
    Waiter first = waiters.peek();
    while (first != null && first.fate != Waiter.WAITING) {
      waiters.remove(first);
      first = waiters.peek();
    }
    return first;
  }

  private void release() {
    if (heir() != null) {
      long now = System.nanoTime();
      if (now - tickEndNanos >= 0 && handOver(now)) {
        return;
      }
    }
    owner = null;
    state = FREE; // volatile, before the look into the queue: see the notes
    wakeHeir();
  }

  private boolean handOver(long now) {
    owner = null; // before the lock is another's
    for (Waiter next = heir(); next != null; next = heir()) {
      tickEndNanos = now + tickNanos;
      if (next.decide(Waiter.SERVED)) {
        LockSupport.unpark(next.thread);
        return true;
      }
    }
    return false;
  }

  private void wakeHeir() {
    Waiter heir = heir();
    if (heir != null && !heir.heir) {
      heir.heir = true;
      LockSupport.unpark(heir.thread);
    }
  }
}
