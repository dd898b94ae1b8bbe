package dev.uncork.concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A reentrant lock that the one thread that uses it takes without atomic instructions.
 *
 * <p>Most locks are used by one thread only. This one learns that: after a few acquires in a row by
 * the same thread it reserves itself for that thread, which from then on takes and gives it back by
 * plain stores, in 2 to 3 ns where a {@code ReentrantLock} or {@code synchronized} takes 18. The
 * first other thread that wants the lock revokes the reservation, which costs some microseconds;
 * from then on it is a plain {@code ReentrantLock}. So <b>don't use it</b> for a lock that is
 * handed from thread to thread as a rule: nothing is gained there.
 *
 * <p>Where a reservation isn't possible ({@link #unavailableReason}) it is a plain lock from the
 * start, and so it is for virtual threads: they take it, but it isn't reserved for them. The lock
 * is unfair. From JDK 24 on the JVM warns once about native access, unless started with {@code
 * --enable-native-access=ALL-UNNAMED}.
 *
 * <p>Releasing the lock happens-before taking it again, reserved or not, and across a revocation.
 *
 * <p>A lock keeps the thread that it was reserved for reachable, as long as it stays reserved.
 */
public final class ReservableLock implements CountedLock {
  /** Acquires in a row by one thread before the lock is reserved for it. */
  static final int LEARNING_ACQUIRES = 8;

  private static final long FOREVER = Long.MAX_VALUE;
  private static final int SPINS = 200;
  private static final int YIELDS = 10;

  /** The owner wakes us; should it have no stack left for that, we look ourselves. */
  private static final long PARK_NANOS = 20_000_000;

  private final ReservationGroup group;
  private final int learningAcquires;

  /** Excludes all threads but the owner of a reservation, and revokers from each other. */
  private final ReentrantLock plain = new ReentrantLock();

  /**
   * Null while learning. Changes under {@code plain}. Read without order: a thread finds itself as
   * the owner only if it made the reservation itself, and a stale one refuses to be entered.
   */
  private @Nullable Reservation reservation;

  // Both guarded by plain.
  private @Nullable Thread lastThread;
  private int acquiresInARow;

  /** A free lock, in a group that it shares with all locks made this way. */
  public ReservableLock() {
    this(ReservationGroup.SHARED);
  }

  /**
   * A free lock.
   *
   * @param group locks that are used alike, which decides how long reserving is tried
   */
  public ReservableLock(ReservationGroup group) {
    this(group, LEARNING_ACQUIRES);
  }

  ReservableLock(ReservationGroup group, int learningAcquires) {
    this.group = group;
    this.learningAcquires = learningAcquires;
    if (!group.isReserving()) {
      reservation = Reservation.REVOKED;
    }
  }

  /** Why no lock can be reserved in this JVM, in one line; empty when they can. */
  public static String unavailableReason() {
    return AsymmetricFence.UNAVAILABLE;
  }

  @Override
  public void lock() {
    Reservation own = reservation;
    if (own == null || own.owner != Thread.currentThread() || !own.enter()) {
      plain.lock();
      settleUninterruptibly();
    }
  }

  @Override
  public void unlock() {
    Reservation own = reservation;
    if (own != null && own.owner == Thread.currentThread() && own.holds() != 0) {
      own.exit();
    } else {
      plain.unlock();
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!enterOwn()) {
      plain.lockInterruptibly();
      settle(FOREVER);
    }
  }

  @Override
  public boolean tryLock() {
    if (enterOwn()) {
      return true;
    }
    if (!plain.tryLock()) {
      return false;
    }
    Reservation foreign = toRevoke();
    if (foreign == null) {
      return true;
    }
    foreign.revoke();
    return settled(foreign, foreign.idle());
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (enterOwn()) {
      return true;
    }
    long nanos = Math.min(unit.toNanos(time), FOREVER / 2);
    long deadline = System.nanoTime() + nanos;
    return plain.tryLock(nanos, TimeUnit.NANOSECONDS) && settle(deadline - System.nanoTime());
  }

  /**
   * A condition of this lock. Waiting gives the lock back however often the thread holds it. It is
   * first come, first signalled; a waiting thread doesn't keep the lock from being reserved.
   */
  @Override
  public Condition newCondition() {
    return new ReservableCondition(this);
  }

  /** Whether the calling thread holds the lock. */
  public boolean isHeldByCurrentThread() {
    return getHoldCount() != 0;
  }

  /** How often the calling thread holds the lock. */
  @Override
  public int getHoldCount() {
    Reservation own = reservation;
    return own != null && own.owner == Thread.currentThread() && own.holds() != 0
        ? own.holds()
        : plain.getHoldCount();
  }

  /** Whether the lock is reserved for a thread now, as a snapshot. */
  public boolean isReserved() {
    Reservation seen = reservation;
    return seen != null && seen != Reservation.REVOKED;
  }

  @Override
  public String toString() {
    Reservation seen = reservation;
    Thread owner = seen == null ? null : seen.owner;
    return getClass().getName()
        + "@"
        + Integer.toHexString(System.identityHashCode(this))
        + (owner == null ? "[plain: " + plain + "]" : "[reserved for " + owner.getName() + "]");
  }

  private boolean enterOwn() {
    Reservation own = reservation;
    return own != null && own.owner == Thread.currentThread() && own.enter();
  }

  private void settleUninterruptibly() {
    boolean interrupted = false;
    while (true) {
      try {
        if (settle(FOREVER)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
        plain.lock(); // settle gave it back.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes of "the plain lock is held" that this lock is held, or gives the plain lock back.
   *
   * @param nanos how long to wait for the owner of a reservation to leave
   */
  private boolean settle(long nanos) throws InterruptedException {
    Reservation foreign = toRevoke();
    if (foreign == null) {
      return true;
    }
    boolean idle = false;
    try {
      foreign.revoke();
      idle = awaitIdle(foreign, nanos);
    } finally {
      settled(foreign, idle);
    }
    return idle;
  }

  /** The reservation to revoke first, or null when the lock is held now. */
  private @Nullable Reservation toRevoke() {
    Reservation present = reservation;
    if (present == Reservation.REVOKED) {
      return null;
    }
    if (present == null) {
      learn();
      return null;
    }
    return present;
  }

  private boolean settled(Reservation foreign, boolean idle) {
    if (idle) {
      reservation = Reservation.REVOKED;
      group.revoked();
    } else {
      plain.unlock(); // The reservation stays revoked: its owner will come through here as well.
    }
    return idle;
  }

  private boolean awaitIdle(Reservation foreign, long nanos) throws InterruptedException {
    long begin = System.nanoTime();
    for (int tries = 0; !foreign.idle(); tries++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = nanos - (System.nanoTime() - begin);
      if (left <= 0) {
        return false;
      }
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, Math.min(left, PARK_NANOS));
      }
    }
    return true;
  }

  /** Counts an acquire in plain mode; the last one that it takes reserves the lock. */
  private void learn() {
    if (plain.getHoldCount() != 1) {
      return;
    }
    Thread current = Thread.currentThread();
    if (lastThread != current) {
      lastThread = current;
      acquiresInARow = 0;
    }
    acquiresInARow++;
    if (acquiresInARow < learningAcquires || plain.hasQueuedThreads()) {
      return;
    }
    lastThread = null;
    if (!group.isReserving()) {
      reservation = Reservation.REVOKED;
    } else if (!ThreadKind.isVirtual(current)) {
      reservation = new Reservation(current).entered(1);
      group.reserved();
      plain.unlock(); // Publishes the reservation to the next who takes it.
    }
  }
}
