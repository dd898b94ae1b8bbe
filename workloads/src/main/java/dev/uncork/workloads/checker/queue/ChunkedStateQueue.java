package dev.uncork.workloads.checker.queue;

import dev.uncork.concurrent.ChunkedWorklist;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The library's chunked worklist: 32 states for one taking of the lock, and a part per worker.
 *
 * <p>A thread becomes a worker when it first asks for a state; other threads put into the shared
 * part. For the checkpoint, a state counts as queued until the worker that took it is no longer
 * counted as idle, and the states in the workers' own parts are withdrawn while the gate is closed.
 */
final class ChunkedStateQueue implements StateQueue {
  private final ChunkedWorklist<byte[]> list = ChunkedWorklist.<byte[]>builder().build();
  private final List<ChunkedWorklist.Worker<byte[]>> workers = new ArrayList<>();
  private final AtomicInteger bound = new AtomicInteger();
  private final ThreadLocal<ChunkedWorklist.@Nullable Worker<byte[]>> own = new ThreadLocal<>();
  private final ConcurrentLinkedQueue<byte[]> withdrawn = new ConcurrentLinkedQueue<>();
  private final AtomicInteger idle = new AtomicInteger();
  private final LongAdder size = new LongAdder();

  ChunkedStateQueue(int workerCount) {
    for (int i = 0; i < workerCount; i++) {
      workers.add(list.worker()); // all of them now, so that none ends the work before others begin
    }
  }

  @Override
  public void enqueue(byte[] state) {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    size.increment();
    try {
      if (worker == null) {
        list.put(state);
      } else {
        worker.put(state);
      }
    } catch (IllegalStateException e) {
      if (!list.isCancelled()) {
        throw e;
      } // else nobody wants the state any more
    } catch (InterruptedException e) {
      // An unbounded worklist never waits for room, only for its lock.
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while putting a state", e);
    }
  }

  @Override
  public byte @Nullable [] dequeue() throws InterruptedException {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    if (worker == null) {
      worker = workers.get(bound.getAndIncrement());
      own.set(worker);
    }
    byte[] state = worker.poll();
    if (state == null) {
      idle.incrementAndGet();
      try {
        state = worker.take();
      } finally {
        idle.decrementAndGet();
      }
    }
    if (state != null) {
      size.decrement();
    }
    return state;
  }

  @Override
  public void finishAll() {
    list.cancel();
  }

  @Override
  public long size() {
    return Math.max(0, size.sum());
  }

  @Override
  public int idleWorkers() {
    return idle.get();
  }

  @Override
  public void forEach(Consumer<byte[]> action) {
    withdrawn.forEach(action);
  }

  @Override
  public void withdraw() {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    if (worker == null) {
      return;
    }
    try {
      for (byte[] state = worker.poll(); state != null; state = worker.poll()) {
        withdrawn.add(state);
        size.decrement();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while withdrawing states", e);
    }
  }

  @Override
  public void restore() {
    for (byte[] state = withdrawn.poll(); state != null; state = withdrawn.poll()) {
      enqueue(state);
    }
  }
}
