package dev.uncork.concurrent;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
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
public final class ChunkedWorklist<E> {
  static final int REAP_MILLIS = 50;

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

  private volatile boolean ended;
  private volatile boolean cancelled;

  private ChunkedWorklist(Builder<E> options) {
    chunkUnits = options.chunkUnits;
    capacityUnits = options.capacityUnits;
    shared = new Frontier<>(options.newestFirst);
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
    }
  }

  /** Puts a unit that is to be taken before all others, from any thread. Waits for room. */
  public void putFirst(E unit) throws InterruptedException {
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

  /** The slow path of take: shared part, other workers' rings, waiting, the end. */
  private @Nullable E takeSlow(Worker<E> worker, long waitNanos) throws InterruptedException {
    long nanosLeft = waitNanos;
    lock.lockInterruptibly();
    try {
      while (!cancelled) {
        E unit = refill(worker);
        if (unit != null) {
          return unit;
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

  /** Waits once, unless a ring has units after all or this was the last busy worker. */
  private long awaitUnits(Worker<E> worker, long nanosLeft) throws InterruptedException {
    idle++;
    hungry = idle - woken;
    try {
      if (stealable() || endIfDone()) {
        return nanosLeft;
      }
      worker.ring.forget();
      long slice = Math.min(nanosLeft, TimeUnit.MILLISECONDS.toNanos(REAP_MILLIS));
      long unused = unitsOrEnd.awaitNanos(slice);
      if (unused <= 0) {
        reapDead();
      }
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

  private void reapDead() {
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
      return true;
    } finally {
      lock.unlock();
    }
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
    while (capacityUnits - shared.size() < units) {
      if (worker != null && waitingForRoom + 1 >= workers.size()) {
        throw new IllegalStateException(
            ("worklist is full: %,d of %,d units are in it and every worker (%d) waits to put;"
                    + " raise the capacity or let it spill to disk")
                .formatted(shared.size(), capacityUnits, workers.size()));
      }
      waitingForRoom += worker == null ? 0 : 1;
      try {
        room.await();
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
      return unit != null ? unit : list.takeSlow(this, Long.MAX_VALUE);
    }

    /** Takes a unit, waiting for at most a time; null also if the time is over. */
    public @Nullable E poll(long time, TimeUnit timeUnit) throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : list.takeSlow(this, timeUnit.toNanos(time));
    }

    /** Takes a unit if one is available anywhere, without waiting for one. */
    public @Nullable E poll() {
      E unit = takeOwn();
      if (unit != null) {
        return unit;
      }
      list.lock.lock();
      try {
        return list.cancelled ? null : list.refill(this);
      } finally {
        list.lock.unlock();
      }
    }

    /**
     * Puts a unit. Waits for room if the worklist is bounded and full.
     *
     * @throws IllegalStateException if it is full and every worker waits to put, which would never
     *     end; or if the worklist was cancelled
     * @throws InterruptedException if interrupted while waiting; the unit was not put
     */
    public void put(E unit) throws InterruptedException {
      requireUsable();
      if (list.ended || list.cancelled) {
        list.refuseEnded();
      }
      while (!ring.offer(unit)) {
        list.unload(this, true);
      }
      if (list.hungry > 0) {
        list.share(this);
      }
    }

    /** Puts a unit unless the worklist is bounded and full; true if it did. */
    public boolean offer(E unit) throws InterruptedException {
      requireUsable();
      if (list.ended || list.cancelled) {
        list.refuseEnded();
      }
      while (!ring.offer(unit)) {
        if (!list.unload(this, false)) {
          return false;
        }
      }
      if (list.hungry > 0) {
        list.share(this);
      }
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

    private @Nullable E takeOwn() {
      requireUsable();
      return list.cancelled ? null : ring.poll();
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

    /** The worklist. */
    public ChunkedWorklist<E> build() {
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
