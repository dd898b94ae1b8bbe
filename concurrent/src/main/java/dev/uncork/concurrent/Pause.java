package dev.uncork.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The standstill of a {@link ChunkedWorklist} during a checkpoint; used under its lock. */
final class Pause {
  private final Condition stiller;
  private final Condition over;

  /** Workers that wait for the end of this pause; those of earlier ones may still be leaving. */
  private int parked;

  /** Which pause this is, so that who waited for the end of one isn't held by the next. */
  private long number;

  private boolean wanted;
  private boolean cancelled;

  Pause(ReentrantLock lock) {
    stiller = lock.newCondition();
    over = lock.newCondition();
  }

  /** True from the wish for a checkpoint to its end. */
  boolean isWanted() {
    return wanted;
  }

  int parked() {
    return parked;
  }

  /** Begins a pause, after the one that there may be. */
  void begin() throws InterruptedException {
    while (wanted && !cancelled) {
      over.await();
    }
    refuseCancelled();
    wanted = true;
    number++;
  }

  void end() {
    wanted = false;
    parked = 0;
    over.signalAll();
  }

  /** Waits for a while until fewer move than before; fails if the worklist is cancelled. */
  void awaitStiller() throws InterruptedException {
    refuseCancelled();
    stiller.await(Crew.REAP_MILLIS, TimeUnit.MILLISECONDS);
    refuseCancelled();
  }

  /** Waits until less is being read or written, or for a while. */
  void awaitStillerUninterruptibly() {
    stiller.awaitUninterruptibly();
  }

  /** A worker or a write has come to rest. */
  void signalStiller() {
    stiller.signalAll();
  }

  /** Lets a worker wait for the end of the pause. */
  void parkWorker() throws InterruptedException {
    long mine = number;
    parked++;
    stiller.signalAll();
    try {
      awaitEnd();
    } finally {
      if (wanted && number == mine) {
        parked--;
      }
    }
  }

  /** Waits for the end of the pause, if there is one. */
  void awaitEnd() throws InterruptedException {
    long mine = number;
    while (wanted && number == mine && !cancelled) {
      over.await();
    }
  }

  /** Ends all waits for good. */
  void cancel() {
    cancelled = true;
    over.signalAll();
    stiller.signalAll();
  }

  private void refuseCancelled() {
    if (cancelled) {
      throw new CancellationException("worklist was cancelled before its checkpoint");
    }
  }
}
