package dev.uncork.concurrent;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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
 * that within {@value Crew#REAP_MILLIS} ms or so and its untaken units stay available; the unit
 * that it had taken is its own.
 *
 * <p><b>Visibility.</b> What a thread did before it put a unit happens-before its take. A unit is
 * available to idle workers as soon as put returns, also from the worker's own part.
 *
 * <p><b>Cost.</b> A put is one volatile store and a take one compare-and-set on memory that other
 * workers seldom touch; every 32 units pay for one lock. Each worker holds up to 64 units of its
 * own, which {@link Builder#capacityUnits} doesn't count. {@link #size}, a take that finds nothing
 * in its own and the shared part, and opening or closing a worker are linear in the number of
 * workers.
 *
 * <p><b>Don't use it</b> where order matters, where a unit is worth milliseconds of work (any queue
 * does), or as a pipe, between threads of which some only put and others only take: then every unit
 * passes through a part that two threads write, and takers sleep and wake. It moves units more
 * slowly than an array queue between two threads, and not much faster among many.
 *
 * <h2>Implementation notes</h2>
 *
 * A worker's part is a {@link LocalRing}, from which idle workers steal half. Everything else is in
 * the {@link SharedPart}, under one lock that every 32 units pay for once. When that has less than
 * a chunk per worker, takes shrink with it, down to one unit.
 *
 * @param <E> the units' type
 */
public final class ChunkedWorklist<E> implements AutoCloseable {
  private final SharedPart<E> shared;

  private ChunkedWorklist(Builder<E> options) {
    shared = new SharedPart<>(options);
  }

  /** Options of a worklist. */
  public static <E> Builder<E> builder() {
    return new Builder<>();
  }

  /**
   * A new worker, busy from now on; for one thread, the first that uses it. Until then it keeps the
   * worklist open whatever becomes of the thread that made it.
   */
  public Worker<E> worker() {
    Worker<E> worker = new Worker<>(shared);
    shared.open(worker);
    return worker;
  }

  /**
   * Puts a unit from a thread that has no worker: initial units, for instance. Waits for room, for
   * as long as nobody takes anything.
   *
   * @throws IllegalStateException if the worklist has ended or was cancelled
   */
  public void put(E unit) throws InterruptedException {
    putAll(List.of(unit));
  }

  /**
   * Puts units from a thread that has no worker; waits for room before each chunk. Interrupted, it
   * has put the first chunks and not the others.
   */
  public void putAll(Collection<? extends E> units) throws InterruptedException {
    @Nullable Object[] all = units.toArray();
    for (@Nullable Object unit : all) {
      Objects.requireNonNull(unit, "a unit is null");
    }
    for (int done = 0; done < all.length; done += shared.chunkUnits()) {
      int end = Math.min(done + shared.chunkUnits(), all.length);
      shared.put(Arrays.copyOfRange(all, done, end), end - done);
    }
  }

  /** Puts a unit that is to be taken before all others, from any thread. Waits for room. */
  public void putFirst(E unit) throws InterruptedException {
    shared.putFirst(Objects.requireNonNull(unit, "unit is null"));
  }

  /** Stops the worklist: every take returns null from now on, every put fails. */
  public void cancel() {
    shared.cancel();
  }

  /** True once all work was found to be done. */
  public boolean hasEnded() {
    return shared.hasEnded();
  }

  /** True after {@link #cancel}. */
  public boolean isCancelled() {
    return shared.isCancelled();
  }

  /** The number of units not taken, exact while nobody puts or takes. */
  public long size() {
    return shared.size();
  }

  /**
   * Writes all units, wherever they are, and data of the application to the spill directory, from
   * where {@link Builder#recover} takes them after a crash. It waits until each worker that has
   * been used has come back for its next unit, and holds them there: so units taken before are
   * done, with all that was put for them, and the application's data is consistent with that. The
   * previous checkpoint is replaced at one instant; a crash at any time leaves one or the other.
   *
   * @param application writes what belongs to this state of the worklist; it must not wait for a
   *     thread that uses the worklist
   * @throws IOException if writing failed; a complete checkpoint stays, the previous one unless the
   *     failure came after the replacement, and the worklist goes on
   * @throws java.util.concurrent.CancellationException if the worklist was cancelled
   */
  public void checkpoint(Attachment application) throws IOException, InterruptedException {
    shared.checkpoint(application);
  }

  /** What the application wrote at the checkpoint recovered from; null without recovery. */
  public @Nullable Path recoveredAttachment() {
    return shared.recoveredAttachment();
  }

  /**
   * Cancels and releases the spill directory, in which a checkpoint stays; waits for the file that
   * is being written or read, if there is one. May be called twice.
   */
  @Override
  public void close() {
    shared.close();
  }

  /** Writes an application's part of a checkpoint. */
  @FunctionalInterface
  public interface Attachment {
    void write(OutputStream out) throws IOException;
  }

  /**
   * One thread's access to a worklist.
   *
   * <p>Methods throw {@link IllegalStateException} if another thread than the first uses it; but
   * anybody may close a worker that no thread has used, or whose thread has died.
   *
   * @param <E> the units' type
   */
  public static final class Worker<E> implements AutoCloseable {
    final LocalRing<E> ring;

    /** For units on their way; used by the owner and under the lock. */
    final @Nullable Object[] scratch;

    /** Written once, under the lock. */
    volatile @Nullable Thread owner;

    /** Written under the lock; the owner, the only one who writes it while it lives, reads it. */
    boolean closed;

    /** From whom to steal next. Guarded by the lock. */
    int victim;

    private final SharedPart<E> shared;

    /** Took a unit and didn't come back yet: a checkpoint waits for the rest of its puts. */
    private boolean working;

    private Worker(SharedPart<E> shared) {
      this.shared = shared;
      ring = new LocalRing<>(shared.chunkUnits() * 2);
      scratch = new Object[shared.chunkUnits()];
    }

    /**
     * Takes a unit, waiting for one; null if all work is done or the worklist was cancelled. Looks
     * at the thread's interrupt only if it finds no unit of its own.
     *
     * @throws UncheckedIOException if reading back what was spilled failed; it stays in the
     *     worklist
     */
    public @Nullable E take() throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(shared.take(this, Long.MAX_VALUE));
    }

    /** Takes a unit, waiting for at most a time; null also if the time is over. */
    public @Nullable E poll(long time, TimeUnit timeUnit) throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(shared.take(this, timeUnit.toNanos(time)));
    }

    /**
     * Takes a unit if one is available anywhere; waits for none, but for a checkpoint if needed.
     */
    public @Nullable E poll() throws InterruptedException {
      E unit = takeOwn();
      return unit != null ? unit : taken(shared.take(this, 0));
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
      Objects.requireNonNull(unit, "unit is null");
      requireReady();
      boolean unloaded = false;
      while (!ring.offer(unit)) {
        unloaded = shared.unload(this, true);
      }
      afterPut(unloaded);
    }

    /** Puts a unit unless the worklist is bounded and full; true if it did. */
    public boolean offer(E unit) throws InterruptedException {
      Objects.requireNonNull(unit, "unit is null");
      requireReady();
      boolean unloaded = false;
      while (!ring.offer(unit)) {
        unloaded = shared.unload(this, false);
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
      shared.close(this, Thread.currentThread());
    }

    private void afterPut(boolean unloaded) {
      if (shared.isHungry()) {
        shared.share(this);
      }
      if (unloaded) {
        shared.spillIfOver();
      }
    }

    private @Nullable E takeOwn() {
      requireUsable();
      working = false;
      return shared.isHalted() ? null : taken(ring.poll());
    }

    private @Nullable E taken(@Nullable E unit) {
      working = unit != null;
      return unit;
    }

    private void requireReady() throws InterruptedException {
      requireUsable();
      if (shared.isHalted()) {
        shared.admit(working);
      }
    }

    /** Volatile: a checkpoint that sees no owner is seen by the owner's next look at isHalted. */
    private void requireUsable() {
      Thread current = Thread.currentThread();
      if (owner != current || closed) {
        shared.bind(this, current);
      }
    }
  }

  /**
   * Options of a worklist; the defaults are an unbounded one in memory with chunks of 32 units.
   *
   * @param <E> the units' type
   */
  public static final class Builder<E> {
    int chunkUnits = 32;
    long capacityUnits = Long.MAX_VALUE;
    boolean newestFirst;
    long memoryUnits = Long.MAX_VALUE;
    @Nullable Path spillDirectory;
    @Nullable UnitCodec<E> codec;
    boolean recover;

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
