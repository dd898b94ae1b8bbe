package dev.uncork.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The move of one {@link LongTable} into a larger one, in chunks that any thread may claim.
 *
 * <p>A chunk may be moved twice, by its claimer and by a thread that took the claimer for dead:
 * moving is idempotent, and only the first to finish a chunk counts it.
 */
final class LongMigration {
  private static final int CHUNK_SLOTS = 1_024;
  private static final int REDO_MASK = 15;

  final LongTable to;
  private final int slots;
  private final AtomicInteger claims = new AtomicInteger();
  private final AtomicInteger finishedChunks = new AtomicInteger();
  private final AtomicIntegerArray done;

  /** All chunks are finished, by count, or by a look at each if a thread died before it counted. */
  private volatile boolean finished;

  LongMigration(LongTable from, LongTable to) {
    this.to = to;
    slots = from.capacity();
    done = new AtomicIntegerArray((slots + CHUNK_SLOTS - 1) / CHUNK_SLOTS);
  }

  /**
   * A chunk to move, or -1 if none is left. When all are claimed but not all finished, one call in
   * sixteen gets an unfinished chunk again, so that a claimer that died holds nothing up.
   */
  int claim() {
    if (isFinished()) {
      return -1;
    }
    int claim = claims.getAndIncrement() & Integer.MAX_VALUE;
    if (claim < done.length()) {
      return claim;
    }
    return (claim & REDO_MASK) == 0 ? firstUnfinished() : -1;
  }

  /** A chunk that isn't finished, claimed or not; -1 if there is none. */
  int firstUnfinished() {
    for (int chunk = 0; chunk < done.length(); chunk++) {
      if (done.get(chunk) == 0) {
        return chunk;
      }
    }
    finished = true;
    return -1;
  }

  int firstSlot(int chunk) {
    return chunk * CHUNK_SLOTS;
  }

  int endSlot(int chunk) {
    return Math.min(slots, (chunk + 1) * CHUNK_SLOTS);
  }

  void finish(int chunk) {
    if (done.compareAndSet(chunk, 0, 1) && finishedChunks.incrementAndGet() == done.length()) {
      finished = true;
    }
  }

  boolean isFinished() {
    return finished;
  }
}
