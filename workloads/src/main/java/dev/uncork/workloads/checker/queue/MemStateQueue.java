package dev.uncork.workloads.checker.queue;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ring buffer in memory behind one lock, which every worker takes for every state. */
public final class MemStateQueue extends OneLockStateQueue {
  private byte[] @Nullable [] ring = new byte[1 << 10][];
  private int head;
  private int length;

  /** An empty queue for so many workers. */
  public MemStateQueue(int workers) {
    super(workers);
  }

  @Override
  public synchronized void enqueue(byte[] state) {
    if (length == ring.length) {
      grow();
    }
    ring[(head + length) & (ring.length - 1)] = state;
    length++;
    workArrived();
  }

  @Override
  public synchronized byte @Nullable [] dequeue() throws InterruptedException {
    if (!awaitWork()) {
      return null;
    }
    byte[] state = ring[head];
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    length--;
    return state;
  }

  private void grow() {
    if (ring.length == 1 << 30) {
      throw new IllegalStateException(
          "the queue holds " + length + " states and can't grow; choose --queue disk");
    }
    byte[][] larger = new byte[ring.length * 2][];
    System.arraycopy(ring, head, larger, 0, ring.length - head);
    System.arraycopy(ring, 0, larger, ring.length - head, head);
    ring = larger;
    head = 0;
  }

  @Override
  public synchronized long size() {
    return length;
  }

  @Override
  public synchronized void forEach(Consumer<byte[]> action) {
    for (int i = 0; i < length; i++) {
      byte[] state = ring[(head + i) & (ring.length - 1)];
      if (state != null) {
        action.accept(state);
      }
    }
  }
}
