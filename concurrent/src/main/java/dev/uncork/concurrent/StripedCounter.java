package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A long counter that many threads add to without meeting, and whose {@link #sum} is exact.
 *
 * <p><b>What exact means.</b> All operations but {@link #sumEstimate} are linearizable: each takes
 * effect at one instant between its call and its return. {@code sum} therefore returns a value that
 * the counter really had, whatever the deltas are and whatever other threads add meanwhile. {@code
 * LongAdder.sum} promises that only while nobody adds: with one thread that adds 5 and, after that,
 * another that adds 3, it may return 3, and with pairs of +1 and -1 it may return -1.
 *
 * <p><b>Memory order.</b> An add happens-before each {@code sum} that includes it: who reads the
 * sum sees what was done before that add. Adds don't order each other. {@code sumEstimate} reads
 * each cell as a volatile variable and orders nothing beyond that.
 *
 * <p><b>Cost.</b> {@link #add} is one atomic instruction on a cell that threads seldom share, like
 * {@code LongAdder}'s; {@code sum} is two atomic instructions per stripe, far more than {@code
 * LongAdder}'s plain reads. Memory: 128 bytes per stripe, 16 stripes for 2 processors.
 *
 * <p><b>Don't use it</b> for a counter that is read about as often as it is written (take {@link
 * java.util.concurrent.atomic.AtomicLong}), for one counter per object (memory), for lossy
 * statistics (a plain field), or where {@code add} must return the new value.
 *
 * <p>Values from -2^62 to 2^62-1; beyond these the counter wraps around.
 *
 * <h2>Implementation notes</h2>
 *
 * A cell holds twice its share; bit 0 is the <i>frozen</i> mark. A reader (one at a time) enters a
 * freezing phase, marks cell after cell by fetch-and-add, which returns each cell's value at its
 * mark, ends the phase, then clears the marks. An adder does a fetch-and-add and looks at the mark
 * in the value that this returned. No mark: it was either counted, or came after the reader's
 * clearing. Marked: its delta is not in the sum being taken, so it must not return before the phase
 * has ended; else a later add to a cell not yet marked would be counted without it. The instant at
 * which the phase ends is where the sum, and just behind it each such add, takes effect.
 *
 * <p>An adder doesn't wait for a reader that lost its processor: after {@value #PATIENCE_SPINS}
 * looks it ends the phase itself, the reader finds that, discards its sum and starts over. So
 * {@code add} is wait-free. All accesses to cells and phase are volatile; none needs a partner.
 */
public final class StripedCounter {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle PHASE = phaseHandle();

  private static final int STRIPES_PER_PROCESSOR = 8;
  private static final int MAX_STRIPES = 1 << 16;

  /** Longs from one cell to the next: two cache lines, because processors fetch lines in pairs. */
  private static final int STRIDE = 16;

  private static final int PATIENCE_SPINS = 2_000;
  private static final long FROZEN = 1;

  /** 2^32 divided by the golden ratio: spreads threads with neighbouring ids evenly. */
  private static final int SPREAD = 0x9E3779B9;

  private final long[] cells;
  private final int shift;
  private final ReentrantLock oneReader = new ReentrantLock();

  /** Odd while a reader marks cells; every end of a phase, by reader or adder, makes it even. */
  @SuppressWarnings("unused") // read and written through PHASE
  private volatile long phase;

  /** A counter of zero with eight stripes per processor. */
  public StripedCounter() {
    this(defaultStripes());
  }

  /**
   * A counter of zero with at least the given number of stripes.
   *
   * @param stripes 1 to 65,536; rounded up to a power of two
   */
  public StripedCounter(int stripes) {
    if (stripes < 1 || stripes > MAX_STRIPES) {
      throw new IllegalArgumentException(
          "stripes is " + stripes + ", expected 1 to " + MAX_STRIPES);
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(stripes - 1);
    shift = Integer.SIZE - bits;
    cells = new long[(1 << bits) * STRIDE + STRIDE];
  }

  /** Adds one. */
  public void increment() {
    add(1);
  }

  /** Subtracts one. */
  public void decrement() {
    add(-1);
  }

  /** Adds a delta, which may be negative. */
  public void add(long delta) {
    addTo(ownCell(), delta);
  }

  /** Adds to a cell: in proofs, in place of a thread whose stripe it is. */
  void addTo(int cell, long delta) {
    long before = (long) CELL.getAndAdd(cells, cell, delta << 1);
    if ((before & FROZEN) != 0) {
      awaitEndOfPhase();
    }
  }

  /** The value at one instant during this call. */
  public long sum() {
    return read(false);
  }

  /** The value at one instant during this call, which is also the instant of the reset to zero. */
  public long sumThenReset() {
    return read(true);
  }

  /** A cheap sum that isn't a snapshot: exact only while nobody adds. */
  public long sumEstimate() {
    long raw = 0;
    for (int i = STRIDE; i < cells.length; i += STRIDE) {
      raw += (long) CELL.getVolatile(cells, i) & ~FROZEN;
    }
    return raw >> 1;
  }

  /** The number of stripes. */
  public int stripes() {
    return cells.length / STRIDE - 1;
  }

  @Override
  public String toString() {
    return Long.toString(sum());
  }

  private long read(boolean reset) {
    oneReader.lock();
    try {
      long[] marked = reset ? new long[cells.length / STRIDE] : cells;
      while (true) {
        long freezing = (long) PHASE.getAndAdd(this, 1L) + 1;
        long raw = 0;
        for (int i = STRIDE; i < cells.length; i += STRIDE) {
          long atMark = (long) CELL.getAndAdd(cells, i, FROZEN);
          raw += atMark;
          if (reset) {
            marked[i / STRIDE] = atMark;
          }
        }
        boolean exact = PHASE.compareAndSet(this, freezing, freezing + 1);
        for (int i = STRIDE; i < cells.length; i += STRIDE) {
          long taken = reset && exact ? marked[i / STRIDE] : 0;
          CELL.getAndAdd(cells, i, -FROZEN - taken);
        }
        if (exact) {
          return raw >> 1;
        }
      }
    } finally {
      oneReader.unlock();
    }
  }

  private void awaitEndOfPhase() {
    for (int looks = 0; ; looks++) {
      long seen = (long) PHASE.getVolatile(this);
      if ((seen & 1) == 0) {
        return;
      }
      if (looks >= PATIENCE_SPINS && PHASE.compareAndSet(this, seen, seen + 1)) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("deprecation") // getId: threadId needs 19; an override only affects the spread
  private int ownCell() {
    long spread = (Thread.currentThread().getId() * SPREAD) & 0xFFFFFFFFL;
    return cellOf((int) (spread >>> shift));
  }

  static int cellOf(int stripe) {
    return (stripe + 1) * STRIDE;
  }

  private static int defaultStripes() {
    int wanted = Runtime.getRuntime().availableProcessors() * STRIPES_PER_PROCESSOR;
    return Math.min(MAX_STRIPES, Math.max(STRIPES_PER_PROCESSOR, wanted));
  }

  private static VarHandle phaseHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(StripedCounter.class, "phase", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
