package dev.uncork.concurrent;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A worklist whose workers take and put 32 units at a time, and that knows when the work is done.
 *
 * <pre>{@code
 * ChunkedWorklist<State> list = ChunkedWorklist.<State>builder().build();
 * list.put(initial);
 * // in each thread; make all workers before the first thread begins to take:
 * try (ChunkedWorklist.Worker<State> worker = list.worker()) {
 *   for (State s = worker.take(); s != null; s = worker.take()) {   // null: all work is done
 *     for (State next : successors(s)) worker.put(next);
 *   }
 * }
 * }</pre>
 *
 * <p><b>Order</b> is roughly first in first out, or with {@link Builder#newestFirst} last in first
 * out by chunks; neither is exact. Each unit put is taken exactly once.
 *
 * <p><b>End.</b> A worker is busy from its creation until it waits in {@link Worker#take} or is
 * closed. When all wait and no unit is left, the worklist has ended and every take returns null. To
 * keep it open, keep a worker open. If a thread dies without closing its worker, the others find
 * that within {@value #REAP_MILLIS} ms and its untaken units stay available; the unit that it had
 * taken is its own.
 *
 * <p><b>Visibility.</b> What a thread did before it put a unit happens-before its take. A unit is
 * available to idle workers as soon as put returns, also from the worker's own part.
 *
 * <p><b>Cost.</b> A put is one volatile store and a take one compare-and-set on memory that other
 * workers seldom touch; every 32 units pay for one lock. Each worker holds up to 64 units of its
 * own, which {@link Builder#capacityUnits} doesn't count.
 *
 * <p><b>Don't use it</b> where order matters, where a unit is worth milliseconds of work (any queue
 * does), or between threads of which some only put and others only take one unit now and then.
 *
 * <h2>Implementation notes</h2>
 *
 * The shared part is a double-ended queue under one lock. A worker's part is a {@link LocalRing},
 * from which idle workers steal half. A worker that finds nothing takes the lock, announces itself
 * in {@code hungry}, looks at every ring once more and waits; a worker that puts stores its unit
 * and then looks at {@code hungry}. Both sides store before they load, volatile, so one sees the
 * other. When the shared part has less than a chunk per worker, takes shrink with it, down to one
 * unit.
 *
 * @param <E> the units' type
 */
public final class ChunkedWorklist<E> implements AutoCloseable {
  static final int REAP_MILLIS = 50;
  private static final long REAP_NANOS = TimeUnit.MILLISECONDS.toNanos(REAP_MILLIS);

  private final int chunkUnits;
  private final long capacityUnits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition unitsOrEnd = lock.newCondition();
  private final Condition room = lock.newCondition();

  /** Guarded by lock. */
  private final Frontier<E> shared;

  /** Changed under lock; read without it by workers that look for units to steal. */
  private final List<Worker<E>> workers = new CopyOnWriteArrayList<>();

  /** Workers that wait for units, woken or not. Guarded by lock. */
  private int idle;

  /** How many of them were woken and have not left yet. Guarded by lock. */
  private int woken;

  /** idle - woken: whom a put should serve. Changed under lock, read by those who put. */
  private volatile int hungry;

  /** Workers that wait for room. Guarded by lock. */
  private int waitingForRoom;

  /** Workers that wait for the end of a checkpoint. Guarded by lock. */
  private int parked;

  /** When workers of dead threads were last looked for. Guarded by lock. */
  private long reapedNanos = System.nanoTime();

  private boolean pausing;
  private final Condition parkedOrIdle = lock.newCondition();
  private final Condition resumed = lock.newCondition();
  private final @Nullable Spilling<E> spilling;

  private volatile boolean ended;
  private volatile boolean cancelled;

  /** Cancelled or pausing: takes go to the slow path. */
  private volatile boolean halted;

  private ChunkedWorklist(Builder<E> options) {
    chunkUnits = options.chunkUnits;
    capacityUnits = options.capacityUnits;
    shared = new Frontier<>(options.newestFirst, options.memoryUnits);
    Path directory = options.spillDirectory;
    UnitCodec<E> codec = options.codec;
    spilling =
        directory == null || codec == null
            ? null
            : new Spilling<>(lock, shared, directory, codec, options.recover);
  }

  /** Options of a worklist. */
  public static <E> Builder<E> builder() {
    return new Builder<>();
  }

  /** A new worker, busy from now on; for one thread, the first that uses it. */
  public Worker<E> worker() {
    Worker<E> worker = new Worker<>(this);
    lock.lock();
    try {
      workers.add(worker);
    } finally {
      lock.unlock();
    }
    return worker;
  }

  /**
   * Puts a unit from a thread that has no worker: initial units, for instance. Waits for room.
   *
   * @throws IllegalStateException if the worklist has ended or was cancelled
   */
  public void put(E unit) throws InterruptedException {
    putAll(List.of(unit));
  }

  /** Puts units from a thread that has no worker; waits for room before each chunk. */
  public void putAll(Collection<? extends E> units) throws InterruptedException {
    @Nullable Object[] all = units.toArray();
    for (int done = 0; done < all.length; done += chunkUnits) {
      int count = Math.min(chunkUnits, all.length - done);
      @Nullable Object[] chunk = new Object[count];
      System.arraycopy(all, done, chunk, 0, count);
      lock.lockInterruptibly();
      try {
        awaitRoom(count, null);
        addShared(chunk, count);
      } finally {
        lock.unlock();
      }
      spillIfOver();
    }
  }

  /** Puts a unit that is to be taken before all others, from any thread. Waits for room. */
  public void putFirst(E unit) throws InterruptedException {
    Objects.requireNonNull(unit);
    lock.lockInterruptibly();
    try {
      awaitRoom(1, null);
      shared.addUrgent(unit);
      wake(1);
    } finally {
      lock.unlock();
    }
  }

  /** Stops the worklist: every take returns null from now on, every put fails. */
  public void cancel() {
    lock.lock();
    try {
      cancelled = true;
      halted = true;
      resumed.signalAll();
      parkedOrIdle.signalAll();
      unitsOrEnd.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** True once all work was found to be done. */
  public boolean hasEnded() {
    return ended;
  }

  /** True after {@link #cancel}. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** The number of units not taken, exact while nobody puts or takes. */
  public long size() {
    lock.lock();
    try {
      long total = shared.size();
      for (Worker<E> worker : workers) {
        total += worker.ring.size();
      }
      return total;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes all units, wherever they are, and data of the application to the spill directory, from
   * where {@link Builder#recover} takes them after a crash. It waits until each worker has come
   * back for its next unit, and holds them there: so units taken before are done, with all that was
   * put for them, and the application's data is consistent with that. The previous checkpoint is
   * replaced at one instant; a crash at any time leaves one or the other.
   *
   * @param application writes what belongs to this state of the worklist
   * @throws IOException if writing failed; the previous checkpoint stays, the worklist goes on
   */
  public void checkpoint(Attachment application) throws IOException, InterruptedException {
    if (spilling == null) {
      throw new IllegalStateException("worklist has no spill directory; give the builder one");
    }
    lock.lockInterruptibly();
    try {
      refuseOwnWorker();
      while (pausing) {
        resumed.await();
      }
      pausing = true;
      halted = true;
      room.signalAll();
      try {
        while (!cancelled && (idle + parked < workers.size() || shared.isReadingOrWriting())) {
          parkedOrIdle.await(REAP_MILLIS, TimeUnit.MILLISECONDS);
          reapDead();
        }
        if (cancelled) {
          throw new CancellationException("worklist was cancelled before its checkpoint");
        }
        spilling.checkpoint(unitsOfWorkers(), application);
      } finally {
        pausing = false;
        halted = cancelled;
        resumed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** What the application wrote at the checkpoint recovered from; null without recovery. */
  public @Nullable Path recoveredAttachment() {
    return spilling == null ? null : spilling.recoveredAttachment();
  }

  /** Cancels and releases the spill directory, in which a checkpoint stays. */
  @Override
  public void close() {
    cancel();
    if (spilling != null) {
      spilling.close();
    }
  }

  /** Writes an application's part of a checkpoint. */
  @FunctionalInterface
  public interface Attachment {
    void write(OutputStream out) throws IOException;
  }

  private void refuseOwnWorker() {
    for (Worker<E> worker : workers) {
      if (worker.owner == Thread.currentThread()) {
        throw new IllegalStateException(
            "this thread has an open worker, for which the checkpoint would wait forever;"
                + " make checkpoints from a thread without one");
      }
    }
  }

  private @Nullable Object[] unitsOfWorkers() {
    List<@Nullable Object> all = new ArrayList<>();
    for (Worker<E> worker : workers) {
      @Nullable Object[] units = new Object[worker.ring.capacity()];
      int count = worker.ring.copyInto(units);
      all.addAll(Arrays.asList(units).subList(0, count));
    }
    return all.toArray();
  }

  /** Waits until no checkpoint is being made. */
  private void park(boolean worker) throws InterruptedException {
    parked += worker ? 1 : 0;
    parkedOrIdle.signalAll();
    try {
      while (pausing && !cancelled) {
        resumed.await();
      }
    } finally {
      parked -= worker ? 1 : 0;
    }
  }

  private void parkProducer() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (pausing) {
        park(true);
      }
    } finally {
      lock.unlock();
    }
  }

  private void spillIfOver() {
    if (spilling != null) {
      spilling.spill();
    }
  }

  /** The slow path of take: shared part, other workers' rings, waiting, the end. */
  private @Nullable E takeSlow(Worker<E> worker, long waitNanos) throws InterruptedException {
    long nanosLeft = waitNanos;
    lock.lockInterruptibly();
    try {
      while (!cancelled) {
        if (pausing) {
          park(true);
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
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Brings spilled units back; true if there may be units now. Releases the lock meanwhile. */
  private boolean load() {
    long before = shared.inMemory();
    SpillBatch batch = spilling == null ? null : shared.beginLoad();
    if (batch != null && spilling != null) {
      try {
        spilling.load(batch);
      } finally {
        wake(chunkUnits);
        parkedOrIdle.signalAll();
      }
      return true;
    }
    return shared.inMemory() > before;
  }

  /** The same, when the next units on disk will soon be needed. */
  private boolean prefetch() {
    if (spilling == null || pausing) {
      return false;
    }
    try {
      return load();
    } catch (UncheckedIOException e) {
      return false; // who needs the units will report it; this thread holds one already
    }
  }

  /** Waits once, unless a ring has units after all or this was the last busy worker. */
  private long awaitUnits(Worker<E> worker, long nanosLeft) throws InterruptedException {
    idle++;
    hungry = idle - woken;
    parkedOrIdle.signalAll();
    try {
      reapDead();
      if (stealable() || endIfDone()) {
        return nanosLeft;
      }
      worker.ring.forget();
      long slice = Math.min(nanosLeft, REAP_NANOS);
      long unused = unitsOrEnd.awaitNanos(slice);
      return nanosLeft == Long.MAX_VALUE ? nanosLeft : nanosLeft - slice + Math.max(0, unused);
    } finally {
      idle--;
      woken = Math.max(0, woken - 1); // a wait that timed out may stand in for one that was woken
      hungry = Math.max(0, idle - woken);
    }
  }

  private @Nullable E refill(Worker<E> worker) {
    @Nullable Object[] chunk = worker.scratch;
    int taken = shared.take(chunk, takeSize());
    if (taken > 0) {
      if (waitingForRoom > 0 || capacityUnits != Long.MAX_VALUE) {
        room.signalAll();
      }
    } else {
      taken = steal(worker, chunk);
    }
    return taken == 0 ? null : keepRest(worker, chunk, taken);
  }

  /** A whole chunk while there is one for each worker, a fair share of what is left otherwise. */
  private int takeSize() {
    long share = shared.size() / Math.max(1, workers.size());
    return (int) Math.max(1, Math.min(chunkUnits, share));
  }

  private E keepRest(Worker<E> worker, @Nullable Object[] chunk, int taken) {
    for (int i = 1; i < taken; i++) {
      if (!worker.ring.offer(LocalRing.cast(chunk[i]))) {
        throw new AssertionError("a worker's ring is smaller than a chunk");
      }
    }
    E unit = LocalRing.cast(chunk[0]);
    Arrays.fill(chunk, 0, taken, null);
    return unit;
  }

  private int steal(Worker<E> thief, @Nullable Object[] target) {
    int count = workers.size();
    int start = count == 0 ? 0 : Math.floorMod(thief.victim++, count);
    for (int i = 0; i < count; i++) {
      Worker<E> victim = workers.get((start + i) % count);
      int taken = victim == thief ? 0 : victim.ring.pollInto(target, chunkUnits, true);
      if (taken > 0) {
        return taken;
      }
    }
    return 0;
  }

  private boolean stealable() {
    for (Worker<E> worker : workers) {
      if (worker.ring.size() > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean endIfDone() {
    if (!ended && idle > 0 && idle == workers.size() && shared.isDrained() && !stealable()) {
      ended = true;
      unitsOrEnd.signalAll();
    }
    return ended;
  }

  /**
   * Retires workers whose threads have died, once in a while: by the clock, since interrupts may
   * end every wait early.
   */
  private void reapDead() {
    long now = System.nanoTime();
    if (now - reapedNanos < REAP_NANOS) {
      return;
    }
    reapedNanos = now;
    for (Worker<E> worker : workers) {
      Thread owner = worker.owner;
      if (owner != null && !owner.isAlive()) {
        retire(worker);
      }
    }
  }

  /** Moves a worker's units to the shared part and forgets the worker. */
  private void retire(Worker<E> worker) {
    if (!workers.remove(worker)) {
      return;
    }
    @Nullable Object[] rest = new Object[worker.ring.capacity()];
    int count = worker.ring.pollInto(rest, rest.length, false);
    if (count > 0 && !cancelled) {
      addShared(rest, count);
    }
    if (endIfDone() || waitingForRoom > 0) {
      room.signalAll();
    }
  }

  private void close(Worker<E> worker) {
    lock.lock();
    try {
      retire(worker);
    } finally {
      lock.unlock();
    }
  }

  /** Puts a chunk of a worker's oldest units into the shared part; false if there is no room. */
  private boolean unload(Worker<E> worker, boolean waits) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!waits && capacityUnits - shared.size() < chunkUnits) {
        return false;
      }
      awaitRoom(chunkUnits, worker);
      int count = worker.ring.pollInto(worker.scratch, chunkUnits, false);
      addShared(worker.scratch, count);
      Arrays.fill(worker.scratch, null);
    } finally {
      lock.unlock();
    }
    return true;
  }

  /** Gives half of a worker's units, rounded up, to those that wait. */
  private void share(Worker<E> worker) {
    lock.lock();
    try {
      long left = Math.min(chunkUnits, capacityUnits - shared.size());
      int count = left <= 0 ? 0 : worker.ring.pollInto(worker.scratch, (int) left, true);
      if (count > 0) {
        addShared(worker.scratch, count);
        Arrays.fill(worker.scratch, 0, count, null);
      }
    } finally {
      lock.unlock();
    }
  }

  private void addShared(@Nullable Object[] units, int count) {
    shared.add(units, count);
    wake(count);
  }

  private void wake(int units) {
    for (int i = Math.min(units, hungry); i > 0; i--) {
      unitsOrEnd.signal();
      woken++;
    }
    hungry = idle - woken;
  }

  private void awaitRoom(int units, @Nullable Worker<E> worker) throws InterruptedException {
    refuseEnded();
    if (worker == null && pausing) {
      park(false);
      refuseEnded();
    }
    while (capacityUnits - shared.size() < units && !(pausing && worker != null)) {
      if (worker != null && waitingForRoom + 1 >= workers.size()) {
        throw new IllegalStateException(
            ("worklist is full: %,d of %,d units are in it and every worker (%d) waits to put;"
                    + " raise the capacity or let it spill to disk")
                .formatted(shared.size(), capacityUnits, workers.size()));
      }
      waitingForRoom += worker == null ? 0 : 1;
      try {
        room.await(REAP_MILLIS, TimeUnit.MILLISECONDS);
        reapDead(); // a dead worker makes no room, and its units may be what fills the worklist
      } finally {
        waitingForRoom -= worker == null ? 0 : 1;
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

  /**
   * One thread's access to a worklist.
   *
   * <p>Methods throw {@link IllegalStateException} if another thread than the first uses it.
   *
   * @param <E> the units' type
   */
  public static final class Worker<E> implements AutoCloseable {
    private final ChunkedWorklist<E> list;
    private final LocalRing<E> ring;
    private final @Nullable Object[] scratch;
    private volatile @Nullable Thread owner;
    private int victim;
    private boolean closed;

    /** Took a unit and didn't come back yet: a checkpoint waits for the rest of its puts. */
    private boolean working;

    private Worker(ChunkedWorklist<E> list) {
      this.list = list;
      ring = new LocalRing<>(list.chunkUnits * 2);
      scratch = new Object[list.chunkUnits];
    }

    /**
     * Takes a unit, waiting for one; null if all work is done or the worklist was cancelled. Looks
     * at the thread's interrupt only if it finds no unit of its own.
     */
    public @Nullable E take() throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(list.takeSlow(this, Long.MAX_VALUE));
    }

    /** Takes a unit, waiting for at most a time; null also if the time is over. */
    public @Nullable E poll(long time, TimeUnit timeUnit) throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(list.takeSlow(this, timeUnit.toNanos(time)));
    }

    /**
     * Takes a unit if one is available anywhere; waits for none, but for a checkpoint if needed.
     */
    public @Nullable E poll() throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(list.takeSlow(this, 0));
    }

    /**
     * Puts a unit. Waits for room if the worklist is bounded and full.
     *
     * @throws IllegalStateException if it is full and every worker waits to put, which would never
     *     end; or if the worklist was cancelled
     * @throws InterruptedException if interrupted while waiting; the unit was not put
     * @throws UncheckedIOException if spilling failed; the unit was put, and all stay in memory
     */
    public void put(E unit) throws InterruptedException {
      requireReady();
      boolean unloaded = false;
      while (!ring.offer(unit)) {
        unloaded = list.unload(this, true);
      }
      afterPut(unloaded);
    }

    /** Puts a unit unless the worklist is bounded and full; true if it did. */
    public boolean offer(E unit) throws InterruptedException {
      requireReady();
      boolean unloaded = false;
      while (!ring.offer(unit)) {
        unloaded = list.unload(this, false);
        if (!unloaded) {
          return false;
        }
      }
      afterPut(unloaded);
      return true;
    }

    /** Ends this worker; units that it put and nobody took stay in the worklist. */
    @Override
    public void close() {
      if (!closed) {
        closed = true;
        list.close(this);
      }
    }

    private void afterPut(boolean unloaded) {
      if (list.hungry > 0) {
        list.share(this);
      }
      if (unloaded) {
        list.spillIfOver();
      }
    }

    private @Nullable E takeOwn() {
      requireUsable();
      working = false;
      return list.halted ? null : taken(ring.poll());
    }

    private @Nullable E taken(@Nullable E unit) {
      working = unit != null;
      return unit;
    }

    private void requireReady() throws InterruptedException {
      requireUsable();
      if (list.ended || list.cancelled) {
        list.refuseEnded();
      }
      if (list.halted && !working) {
        list.parkProducer();
      }
    }

    private void requireUsable() {
      Thread current = Thread.currentThread();
      if (owner != current || closed) {
        bind(current);
      }
    }

    private void bind(Thread current) {
      if (closed) {
        throw new IllegalStateException("worker is closed; get a new one from the worklist");
      }
      if (owner == null) {
        owner = current;
      } else if (owner != current) {
        throw new IllegalStateException(
            "worker belongs to thread "
                + owner
                + " but "
                + current
                + " uses it; every thread needs a worker of its own");
      }
    }
  }

  /**
   * Options of a worklist; the defaults are an unbounded one in memory with chunks of 32 units.
   *
   * @param <E> the units' type
   */
  public static final class Builder<E> {
    private int chunkUnits = 32;
    private long capacityUnits = Long.MAX_VALUE;
    private boolean newestFirst;
    private long memoryUnits = Long.MAX_VALUE;
    private @Nullable Path spillDirectory;
    private @Nullable UnitCodec<E> codec;
    private boolean recover;

    private Builder() {}

    /** How many units move at a time: 1 to 1,024. */
    public Builder<E> chunkUnits(int units) {
      if (units < 1 || units > 1_024) {
        throw new IllegalArgumentException("chunkUnits is " + units + ", expected 1 to 1,024");
      }
      chunkUnits = units;
      return this;
    }

    /** The most units in the shared part; puts wait beyond it. At least one chunk. */
    public Builder<E> capacityUnits(long units) {
      if (units < 1) {
        throw new IllegalArgumentException("capacityUnits is " + units + ", expected 1 or more");
      }
      capacityUnits = units;
      return this;
    }

    /** Takes the chunks put last first, which keeps a worklist of a tree search small. */
    public Builder<E> newestFirst() {
      newestFirst = true;
      return this;
    }

    /**
     * Keeps about so many units in memory and the others in files. Writing and reading happen
     * outside the worklist's lock, by the thread that put too much or finds too little. Spilled
     * units outlive a crash only by {@link ChunkedWorklist#checkpoint}.
     *
     * @param directory for this worklist alone; created if absent
     * @param units the shared part's units in memory, 1 or more
     */
    public Builder<E> spill(Path directory, UnitCodec<E> unitCodec, long units) {
      if (units < 1) {
        throw new IllegalArgumentException("units is " + units + ", expected 1 or more");
      }
      spillDirectory = directory;
      codec = unitCodec;
      memoryUnits = units;
      return this;
    }

    /** Starts with the units of the spill directory's last checkpoint, if it has one. */
    public Builder<E> recover() {
      recover = true;
      return this;
    }

    /** The worklist. */
    public ChunkedWorklist<E> build() {
      if (recover && spillDirectory == null) {
        throw new IllegalArgumentException("recover() needs a directory; call spill(...) too");
      }
      if (capacityUnits < chunkUnits) {
        throw new IllegalArgumentException(
            "capacityUnits is "
                + capacityUnits
                + ", expected at least one chunk ("
                + chunkUnits
                + "); lower chunkUnits or raise the capacity");
      }
      return new ChunkedWorklist<>(this);
    }
  }
}
