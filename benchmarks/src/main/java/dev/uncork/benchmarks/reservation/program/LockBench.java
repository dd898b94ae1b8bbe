package dev.uncork.benchmarks.reservation.program;

import dev.uncork.boot.reserve.Reservable;
import dev.uncork.concurrent.ReservableLock;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Acquires and releases locks, each in a turn of 64 different objects, so that the compiler can't
 * merge neighbouring critical sections.
 *
 * <p>Run by {@link LockBenchRun}, one benchmark per JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockBench {
  static final int TURN = 1_024;
  private static final int OBJECTS = 64;
  private static final int MASK = OBJECTS - 1;
  private static final int FIRST_ACQUIRES = 64;
  private static final int RESERVED_SECONDS = 20;

  /** How the threads share the objects. */
  public enum Sharing {
    /** Each thread has its own. */
    OWN,
    /** Each object is used by one thread at a time, for a turn, then by another. */
    HAND_OFF,
    /** All threads use all objects at any time. */
    SHARED
  }

  @Param({"OWN", "HAND_OFF", "SHARED"})
  public Sharing sharing = Sharing.OWN;

  private final Queue<Part> free = new ConcurrentLinkedQueue<>();

  /** Objects with their locks: what a thread uses in a turn. */
  static final class Part {
    final Cell[] cells = new Cell[OBJECTS];
    final ReservableLock[] reservable = new ReservableLock[OBJECTS];
    final ReentrantLock[] reentrant = new ReentrantLock[OBJECTS];
    final StampedLock[] stamped = new StampedLock[OBJECTS];
    final long[] values = new long[OBJECTS];

    Part() {
      Arrays.setAll(cells, i -> new Cell());
      Arrays.setAll(reservable, i -> new ReservableLock());
      Arrays.setAll(reentrant, i -> new ReentrantLock());
      Arrays.setAll(stamped, i -> new StampedLock());
    }

    /**
     * What one thread does with the objects before others get them: gets them reserved, for which a
     * rewritten class has to wait until the agent allows it.
     *
     * @throws IllegalStateException when they are not after {@link #RESERVED_SECONDS}
     */
    void useFirst() {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RESERVED_SECONDS);
      do {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "objects of a rewritten class are not reserved after " + RESERVED_SECONDS + " s");
        }
        for (int i = 0; i < OBJECTS * FIRST_ACQUIRES; i++) {
          cells[i & MASK].add(1);
          reservable[i & MASK].lock();
          reservable[i & MASK].unlock();
        }
      } while (!Arrays.stream(cells).allMatch(Part::settled));
    }

    /** Whether an object has its reservation, or never will since its class isn't rewritten. */
    private static boolean settled(Object cell) {
      return !(cell instanceof Reservable reservable) || reservable.uncork$reservation() != null;
    }
  }

  /** Where one thread finds its objects. */
  @State(Scope.Thread)
  public static class Place {
    /** Different for each thread, so that two don't meet at one object after the other. */
    int stride = 1;

    private boolean handOff;
    private Queue<Part> free = new ConcurrentLinkedQueue<>();
    private Part part = new Part();

    @Setup
    public void settle(LockBench bench, ThreadParams thread) {
      stride = 2 * thread.getThreadIndex() + 1;
      free = bench.free;
      handOff = bench.sharing == Sharing.HAND_OFF;
      if (bench.sharing == Sharing.SHARED) {
        part = free.element();
      }
    }

    Part begin() {
      if (handOff) {
        part = free.remove(); // There are more parts than threads.
      }
      return part;
    }

    void end() {
      if (handOff) {
        free.add(part);
      }
    }
  }

  @Setup
  public void makeParts(BenchmarkParams parameters)
      throws ExecutionException, InterruptedException {
    // An odd number, so that with any number of threads a part goes to another one next time.
    int parts = sharing == Sharing.HAND_OFF ? 2 * parameters.getThreads() + 1 : 1;
    for (int i = 0; i < parts; i++) {
      free.add(new Part());
    }
    FutureTask<Void> first =
        new FutureTask<>(
            () -> {
              free.forEach(Part::useFirst);
              return null;
            });
    new Thread(first).start();
    first.get();
  }

  @TearDown
  public void dropParts() {
    free.clear();
  }

  @Benchmark
  @OperationsPerInvocation(TURN)
  public long synchronizedMethod(Place place) {
    Cell[] cells = place.begin().cells;
    int stride = place.stride;
    long sum = 0;
    for (int i = 0, at = 0; i < TURN; i++, at += stride) {
      sum += cells[at & MASK].add(i);
    }
    place.end();
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(TURN)
  public long reservableLock(Place place) {
    Part part = place.begin();
    int stride = place.stride;
    for (int i = 0, at = 0; i < TURN; i++, at += stride) {
      ReservableLock lock = part.reservable[at & MASK];
      lock.lock();
      part.values[at & MASK]++;
      lock.unlock();
    }
    place.end();
    return part.values[0];
  }

  @Benchmark
  @OperationsPerInvocation(TURN)
  public long reentrantLock(Place place) {
    Part part = place.begin();
    int stride = place.stride;
    for (int i = 0, at = 0; i < TURN; i++, at += stride) {
      ReentrantLock lock = part.reentrant[at & MASK];
      lock.lock();
      part.values[at & MASK]++;
      lock.unlock();
    }
    place.end();
    return part.values[0];
  }

  @Benchmark
  @OperationsPerInvocation(TURN)
  public long stampedLock(Place place) {
    Part part = place.begin();
    int stride = place.stride;
    for (int i = 0, at = 0; i < TURN; i++, at += stride) {
      StampedLock lock = part.stamped[at & MASK];
      long stamp = lock.writeLock();
      part.values[at & MASK]++;
      lock.unlockWrite(stamp);
    }
    place.end();
    return part.values[0];
  }
}
