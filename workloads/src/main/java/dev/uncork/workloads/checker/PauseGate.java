package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.queue.StateQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The gate at which workers wait, each with the state that it has just taken, while a checkpoint is
 * written.
 *
 * <p>All is still when every worker is at the gate or idle in the queue and the queue either has
 * nobody idle or nothing to take. Reads go from the gate to the idle count to the queue's size and
 * back: nobody leaves a closed gate, and a worker that leaves the queue with a state is missing
 * from both numbers until it is at the gate.
 */
final class PauseGate {
  private final int workers;
  private final List<byte[]> inHand = new ArrayList<>();
  private volatile boolean closed;
  private long openings;

  PauseGate(int workers) {
    this.workers = workers;
  }

  boolean isClosed() {
    return closed;
  }

  synchronized void awaitOpen(byte[] state) throws InterruptedException {
    if (closed) {
      inHand.add(state);
      // Not "while closed": the next checkpoint may close the gate before this thread runs again.
      long seen = openings;
      while (openings == seen) {
        wait();
      }
    }
  }

  /**
   * Closes the gate and waits until no worker moves; returns the states that they hold, or null if
   * the run ended meanwhile.
   */
  @Nullable List<byte[]> close(StateQueue queue, BooleanSupplier ended)
      throws InterruptedException {
    closed = true;
    while (!isStill(queue)) {
      if (ended.getAsBoolean()) {
        return null;
      }
      Thread.sleep(1);
    }
    if (ended.getAsBoolean()) {
      return null; // workers that were sent home look idle
    }
    synchronized (this) {
      return inHand.isEmpty() ? null : List.copyOf(inHand); // all idle: nothing is left to do
    }
  }

  private boolean isStill(StateQueue queue) {
    int waiting;
    synchronized (this) {
      waiting = inHand.size();
    }
    int idle = queue.idleWorkers();
    return waiting + idle >= workers
        && (idle == 0 || queue.size() == 0)
        && queue.idleWorkers() == idle;
  }

  synchronized void open() {
    closed = false;
    openings++;
    inHand.clear();
    notifyAll();
  }
}
