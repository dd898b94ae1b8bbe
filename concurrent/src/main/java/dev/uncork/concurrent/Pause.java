package dev.uncork.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The standstill of a {@link ChunkedWorklist} during a checkpoint; used under its lock. */
final class Pause {
  private final Condition stiller;
  private final Condition over;

  /** Workers that wait for the end of the pause. */
  private int parked;

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
  }

  void end() {
    wanted = false;
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
    parked++;
    stiller.signalAll();
    try {
      awaitEnd();
    } finally {
      parked--;
    }
  }

  /** Waits for the end of the pause, if there is one. */
  void awaitEnd() throws InterruptedException {
    while (wanted && !cancelled) {
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
