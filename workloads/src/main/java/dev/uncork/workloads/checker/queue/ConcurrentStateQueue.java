package dev.uncork.workloads.checker.queue;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's lock-free queue with parking and termination detection on top.
 *
 * <p>Termination: {@code idle} packs the number of idle workers (lower half) with the number of
 * times that one stopped being idle (upper half). A worker is not idle when it takes or puts a
 * state. So when the word reads "all idle" twice with an empty queue between and has not changed,
 * nobody touched the queue in the meantime and nobody ever will.
 *
 * <p>No wake-up is lost: a putter adds to the queue and then reads {@code parked}; an idle worker
 * enters {@code parked} and then reads the queue, all by volatile accesses, so one sees the other.
 * The same holds for who sets {@code finished}.
 */
final class ConcurrentStateQueue implements StateQueue {
  private static final long ONE_AWAKE = 1L << 32;

  private final int workers;
  private final ConcurrentLinkedQueue<byte[]> states = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Thread> parked = new ConcurrentLinkedQueue<>();
  private final AtomicLong idle = new AtomicLong();
  private final LongAdder size = new LongAdder();
  private volatile boolean finished;

  ConcurrentStateQueue(int workers) {
    this.workers = workers;
  }

  @Override
  public void enqueue(byte[] state) {
    size.increment();
    states.add(state);
    Thread sleeper = parked.poll();
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }

  @Override
  public byte @Nullable [] dequeue() throws InterruptedException {
    byte[] state = finished ? null : states.poll();
    if (state == null) {
      state = awaitState();
    }
    if (state != null) {
      size.decrement();
    }
    return state;
  }

  private byte @Nullable [] awaitState() throws InterruptedException {
    idle.incrementAndGet();
    while (!finished) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      parked.add(Thread.currentThread());
      if (!states.isEmpty()) {
        idle.addAndGet(ONE_AWAKE - 1);
        byte[] state = states.poll();
        if (state != null) {
          parked.remove(Thread.currentThread());
          return state;
        }
        idle.incrementAndGet();
      } else if (allIdleAndEmpty()) {
        finishAll();
      } else if (!finished) {
        LockSupport.park(this);
      }
      parked.remove(Thread.currentThread());
    }
    return null;
  }

  private boolean allIdleAndEmpty() {
    long seen = idle.get();
    return (int) seen == workers && states.isEmpty() && idle.get() == seen;
  }

  @Override
  public void finishAll() {
    finished = true;
    for (Thread sleeper = parked.poll(); sleeper != null; sleeper = parked.poll()) {
      LockSupport.unpark(sleeper);
    }
  }

  @Override
  public long size() {
    return Math.max(0, size.sum());
  }

  @Override
  public int idleWorkers() {
    return (int) idle.get();
  }

  @Override
  public void forEach(Consumer<byte[]> action) {
    states.forEach(action);
  }
}
