package dev.uncork.concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The bound of a {@link ChunkedWorklist} and those who wait to put; used under its lock. */
final class Room {
  /** Those who wait are woken for so many chunks at once, or each chunk taken would wake them. */
  private static final int WAKING_CHUNKS = 16;

  private final long capacityUnits;
  private final long wakingUnits;
  private final Condition room;

  /** Threads that wait, and how many of them are workers. */
  private int waiting;

  private int waitingWorkers;

  Room(ReentrantLock lock, long capacityUnits, int chunkUnits) {
    this.capacityUnits = capacityUnits;
    wakingUnits =
        Math.max(chunkUnits, Math.min(capacityUnits / 4, (long) WAKING_CHUNKS * chunkUnits));
    room = lock.newCondition();
  }

  /** How many units may be added to so many. */
  long left(long size) {
    return capacityUnits - size;
  }

  /**
   * Waits for room, for a while at most.
   *
   * @param worker who waits, if it is a worker, one of a number of open ones
   */
  void await(ChunkedWorklist.@Nullable Worker<?> worker, int workers, long size)
      throws InterruptedException {
    int asWorker = worker == null ? 0 : 1;
    if (worker != null && waitingWorkers + 1 >= workers) {
      throw new IllegalStateException(
          ("worklist is full: %,d of %,d units are in it and every worker (%d) waits to put;"
                  + " raise the capacity or let it spill to disk")
              .formatted(size, capacityUnits, workers));
    }
    waiting++;
    waitingWorkers += asWorker;
    try {
      room.await(Crew.REAP_MILLIS, TimeUnit.MILLISECONDS);
    } finally {
      waiting--;
      waitingWorkers -= asWorker;
    }
  }

  /** Units were taken, and so many are left. */
  void signalTaken(long size) {
    if (waiting > 0 && left(size) >= wakingUnits) {
      room.signalAll();
    }
  }

  /** Lets all look again. */
  void signalAll() {
    if (waiting > 0) {
      room.signalAll();
    }
  }
}
