package dev.uncork.concurrent;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The workers of a {@link ChunkedWorklist} that wait for units; changed under its lock. */
final class Idle {
  private final Condition unitsOrEnd;

  /** Workers that wait, woken or not. */
  private int count;

  /** How many of them were woken and have not left yet; never more than count. */
  private int woken;

  /** count - woken: whom a put should serve. Read without the lock by those who put. */
  private volatile int hungry;

  Idle(ReentrantLock lock) {
    unitsOrEnd = lock.newCondition();
  }

  int count() {
    return count;
  }

  /** Workers that wait and that nobody has woken. */
  int resting() {
    return count - woken;
  }

  /** True if a worker waits that nobody has woken; without the lock. */
  boolean isHungry() {
    return hungry > 0;
  }

  /** Announces a worker, before its last look for units. */
  void enter() {
    count++;
    hungry = count - woken;
  }

  void leave() {
    count--;
    woken = Math.max(0, woken - 1); // a wait that timed out may stand in for one that was woken
    hungry = count - woken;
  }

  /** Waits for units or the end, for a while at most; returns the nanoseconds left. */
  long await(long nanosLeft) throws InterruptedException {
    long slice = Math.min(nanosLeft, Crew.REAP_NANOS);
    long unused = unitsOrEnd.awaitNanos(slice);
    return nanosLeft == Long.MAX_VALUE ? nanosLeft : nanosLeft - slice + Math.max(0, unused);
  }

  /** Wakes as many as there are units for. */
  void wake(int units) {
    for (int i = Math.min(units, hungry); i > 0; i--) {
      unitsOrEnd.signal();
      woken++;
    }
    hungry = count - woken;
  }

  /** Wakes all for the end. */
  void wakeAll() {
    unitsOrEnd.signalAll();
  }
}
