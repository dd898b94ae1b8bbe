package dev.uncork.concurrent;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a {@link ChunkedWorklist} share: its {@link Frontier} under one lock, and all
 * waiting, for units, for room, for the end and for a checkpoint.
 *
 * <p>A worker that finds nothing takes the lock, announces itself in {@code hungry}, looks at every
 * ring once more and waits; a worker that puts stores its unit and then looks whether somebody is.
 * Both sides store before they load, volatile, so one sees the other.
 *
 * <p>Every wait ends after {@value Crew#REAP_MILLIS} ms at the latest and every loop around one
 * looks for dead workers before it waits, so that neither a dead thread nor a stream of interrupts
 * keeps others waiting. Units move between a ring and the frontier only after all memory that this
 * needs was allocated.
 */
final class SharedPart<E> {
  private final int chunkUnits;
  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private final Frontier<E> frontier;
  private final Crew<E> crew = new Crew<>();
  private final Idle idle = new Idle(lock);
  private final Pause pause = new Pause(lock);
  private final Room room;
  private final @Nullable Spilling<E> spilling;

  private volatile boolean ended;
  private volatile boolean cancelled;

  /** Ended, cancelled or pausing: calls take the slow path. Changed under lock. */
  private volatile boolean halted;

  SharedPart(ChunkedWorklist.Builder<E> options) {
    chunkUnits = options.chunkUnits;
    room = new Room(lock, options.capacityUnits, chunkUnits);
    frontier = new Frontier<>(options.newestFirst, options.memoryUnits);
    Path directory = options.spillDirectory;
    UnitCodec<E> codec = options.codec;
    spilling =
        directory == null || codec == null
            ? null
            : new Spilling<>(lock, pause, frontier, directory, codec, options.recover);
  }

  int chunkUnits() {
    return chunkUnits;
  }

  boolean isHalted() {
    return halted;
  }

  boolean hasEnded() {
    return ended;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** True if a worker waits for units: who puts must share. */
  boolean isHungry() {
    return idle.isHungry();
  }

  void open(ChunkedWorklist.Worker<E> worker) {
    lock.lock();
    try {
      crew.add(worker);
    } finally {
      lock.unlock();
    }
  }

  /** Makes a thread the worker's owner, or refuses it. */
  void bind(ChunkedWorklist.Worker<E> worker, Thread thread) {
    lock.lock();
    try {
      if (worker.closed) {
        throw new IllegalStateException("worker is closed; get a new one from the worklist");
      }
      if (worker.owner != null) {
        throw belongsTo(worker, thread);
      }
      worker.owner = thread;
    } finally {
      lock.unlock();
    }
  }

  /** Closes a worker: by its owner, or by anybody if it has none or a dead one. */
  void close(ChunkedWorklist.Worker<E> worker, Thread thread) {
    lock.lock();
    try {
      Thread owner = worker.owner;
      if (owner != null && owner != thread && owner.isAlive()) {
        throw belongsTo(worker, thread);
      }
      worker.closed = true;
      retire(worker);
    } finally {
      lock.unlock();
    }
  }

  private static IllegalStateException belongsTo(ChunkedWorklist.Worker<?> worker, Thread thread) {
    return new IllegalStateException(
        "worker belongs to thread "
            + worker.owner
            + " but "
            + thread
            + " uses it; every thread needs a worker of its own");
  }

  long size() {
    lock.lock();
    try {
      return frontier.size() + crew.units();
    } finally {
      lock.unlock();
    }
  }

  void cancel() {
    lock.lock();
    try {
      cancelled = true;
      halted = true;
      pause.cancel();
      idle.wakeAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    cancel();
    if (spilling != null) {
      spilling.close();
    }
  }

  @Nullable Path recoveredAttachment() {
    return spilling == null ? null : spilling.recoveredAttachment();
  }

  /** The slow path of a take: frontier, other workers' rings, waiting, the end. */
  @Nullable E take(ChunkedWorklist.Worker<E> worker, long waitNanos) throws InterruptedException {
    long nanosLeft = waitNanos;
    lock.lockInterruptibly();
    try {
      boolean mayPass = false; // between two checkpoints every worker gets a unit
      while (!cancelled) {
        if (pause.isWanted() && !mayPass) {
          pause.parkWorker();
          mayPass = true;
          continue;
        }
        E own = worker.ring.poll(); // a checkpoint sent this take here with units of its own
        if (own != null) {
          return own;
        }
        E unit = refill(worker);
        boolean loaded = unit == null ? load() : prefetch();
        if (unit != null) {
          return unit;
        }
        if (loaded) {
          continue;
        }
        if (ended || nanosLeft <= 0) {
          return null;
        }
        nanosLeft = awaitUnits(worker, nanosLeft);
        mayPass = false;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Puts a chunk from a thread without a worker. */
  void put(@Nullable Object[] units, int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitRoom(count, null);
      addShared(units, count);
    } finally {
      lock.unlock();
    }
    spillIfOver();
  }

  void putFirst(E unit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitRoom(1, null);
      frontier.addUrgent(unit);
      idle.wake(1);
    } finally {
      lock.unlock();
    }
  }

  /** Puts a chunk of a worker's oldest units into the frontier; false if there is no room. */
  boolean unload(ChunkedWorklist.Worker<E> worker, boolean waits) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!waits && room.left(frontier.size()) < chunkUnits) {
        return false;
      }
      awaitRoom(chunkUnits, worker);
      give(worker, chunkUnits, false);
    } finally {
      lock.unlock();
    }
    return true;
  }

  /** Gives half of a worker's units, rounded up, to those that wait. */
  void share(ChunkedWorklist.Worker<E> worker) {
    lock.lock();
    try {
      long left = Math.min(chunkUnits, room.left(frontier.size()));
      if (left > 0) {
        give(worker, (int) left, true);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes what is too much for memory. */
  void spillIfOver() {
    if (spilling != null) {
      spilling.spill();
    }
  }

  /**
   * What a put does while the worklist is halted.
   *
   * @param working true if the worker still owes the rest of its puts to a checkpoint
   */
  void admit(boolean working) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      refuseEnded();
      if (pause.isWanted() && !working) {
        pause.parkWorker();
        refuseEnded();
      }
    } finally {
      lock.unlock();
    }
  }

  void checkpoint(ChunkedWorklist.Attachment application) throws IOException, InterruptedException {
    if (spilling == null) {
      throw new IllegalStateException("worklist has no spill directory; give the builder one");
    }
    lock.lockInterruptibly();
    try {
      if (crew.hasWorkerOf(Thread.currentThread())) {
        throw new IllegalStateException(
            "this thread has an open worker, for which the checkpoint would wait forever;"
                + " make checkpoints from a thread without one");
      }
      pause.begin();
      halted = true;
      room.signalAll();
      try {
        reapDead();
        while (!isStill()) {
          pause.awaitStiller();
          reapDead();
        }
        spilling.checkpoint(crew.copyUnits(), application);
      } catch (ClosedByInterruptException e) {
        Thread.interrupted(); // which the exception thrown stands for
        throw new InterruptedException("interrupted while the checkpoint was written");
      } finally {
        pause.end();
        halted = cancelled || ended;
      }
    } finally {
      lock.unlock();
    }
  }

  /** True if no unit can move, and each that was taken is done. */
  private boolean isStill() {
    boolean workersAreStill =
        ended || idle.resting() + pause.parked() + crew.unused() >= crew.size();
    return workersAreStill && !frontier.isReadingOrWriting();
  }

  /** Brings spilled units back; true if there may be units now. Releases the lock meanwhile. */
  private boolean load() {
    long before = frontier.inMemory();
    SpillBatch batch = spilling == null ? null : frontier.beginLoad();
    if (batch == null || spilling == null) {
      return frontier.inMemory() > before;
    }
    try {
      spilling.load(batch);
    } finally {
      idle.wake(batch.count);
      pause.signalStiller();
    }
    return true;
  }

  /** The same, when the next units on disk will soon be needed. */
  private boolean prefetch() {
    if (spilling == null || pause.isWanted()) {
      return false;
    }
    try {
      return load();
    } catch (RuntimeException | OutOfMemoryError e) {
      return false; // who needs the units will report it; this thread holds one already
    }
  }

  /** Waits once, unless a ring has units after all or this was the last busy worker. */
  private long awaitUnits(ChunkedWorklist.Worker<E> worker, long nanosLeft)
      throws InterruptedException {
    idle.enter();
    try {
      pause.signalStiller();
      room.signalAll();
      if (reapDead() || crew.hasUnits() || endIfDone()) {
        return nanosLeft;
      }
      worker.ring.forget();
      return idle.await(nanosLeft);
    } finally {
      idle.leave();
    }
  }

  private @Nullable E refill(ChunkedWorklist.Worker<E> worker) {
    @Nullable Object[] chunk = worker.scratch;
    int taken = frontier.take(chunk, takeSize());
    if (taken == 0) {
      taken = crew.steal(worker, chunk, chunkUnits);
    } else {
      room.signalTaken(frontier.size());
    }
    return taken == 0 ? null : keepRest(worker, chunk, taken);
  }

  /** A whole chunk while there is one for each worker, a fair share of what is left otherwise. */
  private int takeSize() {
    long share = frontier.size() / Math.max(1, crew.size());
    return (int) Math.max(1, Math.min(chunkUnits, share));
  }

  private E keepRest(ChunkedWorklist.Worker<E> worker, @Nullable Object[] chunk, int taken) {
    keep(worker, chunk, 1, taken);
    E unit = LocalRing.cast(chunk[0]);
    Arrays.fill(chunk, 0, taken, null);
    return unit;
  }

  private void keep(ChunkedWorklist.Worker<E> worker, @Nullable Object[] units, int from, int end) {
    for (int i = from; i < end; i++) {
      if (!worker.ring.offer(LocalRing.cast(units[i]))) {
        throw new AssertionError("a worker's ring is smaller than a chunk");
      }
    }
  }

  private boolean endIfDone() {
    if (!ended
        && idle.count() > 0
        && idle.count() == crew.size()
        && frontier.isDrained()
        && !crew.hasUnits()) {
      ended = true;
      halted = true;
      idle.wakeAll();
    }
    return ended;
  }

  /** Retires workers whose threads have died; true if there were any. */
  private boolean reapDead() {
    List<ChunkedWorklist.Worker<E>> dead = crew.dead();
    dead.forEach(this::retire);
    return !dead.isEmpty();
  }

  /** Moves the units of a worker that nobody uses any more to the frontier and forgets it. */
  private void retire(ChunkedWorklist.Worker<E> worker) {
    if (!crew.contains(worker)) {
      return;
    }
    while (worker.ring.size() > 0) {
      give(worker, chunkUnits, false);
    }
    crew.remove(worker);
    endIfDone();
    room.signalAll();
    pause.signalStiller();
  }

  /** Moves up to max of a worker's units, at most half if asked, to the frontier. */
  private void give(ChunkedWorklist.Worker<E> worker, int max, boolean half) {
    int count = worker.ring.pollInto(worker.scratch, max, half);
    try {
      addShared(worker.scratch, count);
    } catch (OutOfMemoryError e) {
      keep(worker, worker.scratch, 0, count); // no thief can have filled the ring meanwhile
      throw e;
    } finally {
      Arrays.fill(worker.scratch, 0, count, null);
    }
  }

  private void addShared(@Nullable Object[] units, int count) {
    frontier.add(units, count);
    idle.wake(count);
  }

  private void awaitRoom(int units, ChunkedWorklist.@Nullable Worker<E> worker)
      throws InterruptedException {
    refuseEnded();
    if (worker == null) {
      pause.awaitEnd();
      refuseEnded();
    }
    while (room.left(frontier.size()) < units && !(pause.isWanted() && worker != null)) {
      if (!reapDead()) { // a dead worker makes no room, nor is it one that could
        room.await(worker, crew.size(), frontier.size());
      }
      refuseEnded();
    }
  }

  private void refuseEnded() {
    if (cancelled || ended) {
      throw new IllegalStateException(
          cancelled
              ? "worklist was cancelled; nothing can be put"
              : "worklist has ended: all work was done and all workers were idle;"
                  + " open a worker before the others are idle to keep it open");
    }
  }
}
