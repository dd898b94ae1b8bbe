package dev.uncork.workloads.checker.queue;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The work list: states found and not yet expanded, shared by a fixed number of workers. */
public interface StateQueue extends AutoCloseable {
  /** Puts a state to be expanded by any worker. */
  void enqueue(byte[] state);

  /**
   * Takes a state, and waits for one if there is none now.
   *
   * @return null when all workers wait, so no state will ever come, or after {@link #finishAll}
   */
  byte @Nullable [] dequeue() throws InterruptedException;

  /** Makes every {@link #dequeue}, waiting or to come, return null. */
  void finishAll();

  /** Number of states queued. */
  long size();

  /**
   * Number of workers that wait for work. A worker stops being counted before it takes a state, and
   * is not counted again before it asks for another.
   */
  int idleWorkers();

  /** Shows every queued state; for the checkpoint, when no worker is expanding. */
  void forEach(Consumer<byte[]> action);

  /**
   * Takes what only workers can reach to where {@link #forEach} sees it and nobody takes it; each
   * worker calls this before it waits for a checkpoint.
   */
  default void withdraw() {}

  /** Undoes {@link #withdraw}; each worker calls this after the checkpoint. */
  default void restore() {}

  /** The queue's own checkpoints; null if the checker is to write its states. */
  default @Nullable DurableQueue durable() {
    return null;
  }

  /** Frees what the queue holds outside the heap. */
  @Override
  default void close() {}
}
