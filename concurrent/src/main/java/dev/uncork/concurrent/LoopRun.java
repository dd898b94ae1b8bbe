package dev.uncork.concurrent;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One run of one {@link Parallel} loop: the claims, the threads inside, the first failure. */
final class LoopRun {
  private final long end;
  private final AtomicLong next;
  private final BooleanSupplier cancelled;

  /** Guarded by this, like the failure: a thread is interrupted only while it is in here. */
  private final Set<Thread> inside = new HashSet<>();

  /** Those of them that this loop interrupted, whose mark it takes back when they leave. */
  private final Set<Thread> interruptedHere = new HashSet<>();

  private @Nullable Throwable failure;
  private volatile boolean stopped;

  LoopRun(int first, int end, BooleanSupplier cancelled) {
    this.end = end;
    this.next = new AtomicLong(first);
    this.cancelled = cancelled;
  }

  /** A thread's view of the body. */
  interface ThreadBody {
    void run(int index) throws Exception;

    default void end() {}
  }

  /** Makes the body for a thread that joins the loop. */
  interface BodyPerThread {
    ThreadBody make();
  }

  /** Claims and runs iterations until none is left or the loop is stopped. */
  void work(ThreadBody body) {
    if (!enter()) {
      return;
    }
    try {
      for (long i = next.getAndIncrement(); i < end && !stopped; i = next.getAndIncrement()) {
        if (cancelled.getAsBoolean()) {
          throw new CancellationException("loop cancelled before iteration " + i + " of " + end);
        }
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted before iteration " + i + " of " + end);
        }
        body.run((int) i);
      }
      body.end();
    } catch (Throwable thrown) { // an Error must stop the other threads too; it is thrown on
      stop(thrown);
    } finally {
      leave();
    }
  }

  /** Waits until no other thread is in the loop; those that haven't begun never will. */
  void awaitOthers(Future<?>[] others) throws InterruptedException {
    boolean interrupted = false;
    synchronized (this) {
      stopped |= inside.isEmpty();
      while (!inside.isEmpty()) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
          stop(e);
        }
      }
      stopped = true;
    }
    for (Future<?> other : others) {
      other.cancel(false);
    }
    if (interrupted) {
      throw new InterruptedException("interrupted while the loop's other threads worked");
    }
  }

  void throwFailure() throws InterruptedException, ExecutionException {
    Throwable thrown;
    synchronized (this) {
      thrown = failure;
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (thrown != null) {
      throw new ExecutionException("an iteration failed: " + thrown, thrown);
    }
  }

  private synchronized boolean enter() {
    return !stopped && inside.add(Thread.currentThread());
  }

  private synchronized void leave() {
    inside.remove(Thread.currentThread());
    if (interruptedHere.remove(Thread.currentThread())) {
      Thread.interrupted();
    }
    notifyAll();
  }

  private synchronized void stop(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    } else if (failure != thrown && !stopped) {
      failure.addSuppressed(thrown);
    }
    if (!stopped) {
      stopped = true;
      for (Thread thread : inside) {
        if (thread != Thread.currentThread()) {
          interruptedHere.add(thread);
          thread.interrupt();
        }
      }
    }
  }
}
