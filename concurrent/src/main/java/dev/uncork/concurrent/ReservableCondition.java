package dev.uncork.concurrent;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a {@link CountedLock}: a queue of waiting threads that the lock itself guards,
 * however it is made.
 */
final class ReservableCondition implements Condition {
  private static final long FOREVER = Long.MAX_VALUE;

  private final CountedLock lock;

  /** Guarded by {@code lock}; who waits in it was not signalled yet. */
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  ReservableCondition(CountedLock lock) {
    this.lock = lock;
  }

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    volatile boolean signalled;
  }

  @Override
  public void await() throws InterruptedException {
    awaitFor(FOREVER);
  }

  @Override
  public long awaitNanos(long nanosTimeout) throws InterruptedException {
    long deadline = System.nanoTime() + nanosTimeout;
    awaitFor(nanosTimeout);
    return deadline - System.nanoTime();
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return awaitFor(unit.toNanos(time));
  }

  @Override
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    long millis = deadline.getTime() - System.currentTimeMillis();
    return awaitFor(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Override
  public void awaitUninterruptibly() {
    Waiter waiter = enqueue();
    int holds = releaseAll();
    boolean interrupted = false;
    while (!waiter.signalled) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    reacquire(holds);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void signal() {
    requireHeld();
    wake(waiters.poll());
  }

  @Override
  public void signalAll() {
    requireHeld();
    while (!waiters.isEmpty()) {
      wake(waiters.poll());
    }
  }

  private static void wake(@Nullable Waiter waiter) {
    if (waiter != null) {
      waiter.signalled = true;
      LockSupport.unpark(waiter.thread);
    }
  }

  /** Waits; true when it was signalled, false when the time was over. */
  private boolean awaitFor(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Waiter waiter = enqueue();
    int holds = releaseAll();
    long begin = System.nanoTime();
    boolean interrupted = false;
    while (!waiter.signalled && !interrupted) {
      long left = nanos - (System.nanoTime() - begin);
      if (left <= 0) {
        break;
      }
      LockSupport.parkNanos(this, left);
      interrupted = Thread.interrupted();
    }
    reacquire(holds);
    // Under the lock again: a signal that came in time is not lost to the interrupt or the clock.
    boolean signalled = waiter.signalled;
    if (!signalled) {
      waiters.remove(waiter);
      if (interrupted) {
        throw new InterruptedException();
      }
    } else if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return signalled;
  }

  private Waiter enqueue() {
    requireHeld();
    Waiter waiter = new Waiter();
    waiters.add(waiter);
    return waiter;
  }

  private int releaseAll() {
    int holds = lock.getHoldCount();
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    return holds;
  }

  private void reacquire(int holds) {
    for (int i = 0; i < holds; i++) {
      lock.lock();
    }
  }

  private void requireHeld() {
    if (lock.getHoldCount() == 0) {
      throw new IllegalMonitorStateException(
          "the thread " + Thread.currentThread().getName() + " doesn't hold the lock");
    }
  }
}
