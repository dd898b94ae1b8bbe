package dev.uncork.benchmarks.reservation.program;

import dev.uncork.concurrent.ReservableLock;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.IntFunction;

/**
 * Prints nanoseconds per acquire and release, all threads together: {@code table-own-2-reentrant
 * value} and so on.
 *
 * <p>Own: each thread has objects of its own. Hand-off: each object is used by one thread at a
 * time, the next turn by the next thread. Shared: all threads use all objects.
 */
public final class LockTable {
  private static final int OBJECTS = 64;
  private static final int MASK = OBJECTS - 1;
  private static final int OPERATIONS = 1 << 20;
  private static final int TURNS = 16;
  private static final int ROUNDS = 6;

  /** What the compiler can't know; also keeps results alive. */
  private static volatile Object escaped = new Object();

  private LockTable() {}

  /** How the threads share the objects. */
  private enum Sharing {
    OWN,
    HAND_OFF,
    SHARED;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** One kind of lock, with objects that it guards. */
  private interface Locking {
    long use(int first, int operations);
  }

  private interface Kind {
    Locking make(int objects);
  }

  public static void main(String[] arguments) throws Exception {
    for (Sharing sharing : Sharing.values()) {
      for (int threads : new int[] {1, 2, 8}) {
        if (threads > 1 || sharing == Sharing.OWN) {
          print(sharing, threads, "synchronized", LockTable::cells);
          print(sharing, threads, "reservable", n -> locks(n, i -> new ReservableLock()));
          print(sharing, threads, "reentrant", n -> locks(n, i -> new ReentrantLock()));
          print(sharing, threads, "stamped", n -> locks(n, i -> new StampedLock().asWriteLock()));
        }
      }
    }
  }

  private static Locking cells(int objects) {
    Cell[] cells = new Cell[objects];
    Arrays.setAll(cells, i -> new Cell());
    escaped = cells;
    return (first, operations) -> {
      long sum = 0;
      for (int i = 0; i < operations; i++) {
        sum += cells[first + (i & MASK)].add(i);
      }
      return sum;
    };
  }

  private static Locking locks(int objects, IntFunction<Lock> maker) {
    Lock[] locks = new Lock[objects];
    Arrays.setAll(locks, maker);
    escaped = locks;
    long[] values = new long[objects];
    return (first, operations) -> {
      for (int i = 0; i < operations; i++) {
        Lock lock = locks[first + (i & MASK)];
        lock.lock();
        values[first + (i & MASK)]++;
        lock.unlock();
      }
      return values[first];
    };
  }

  private static void print(Sharing sharing, int threads, String name, Kind kind) throws Exception {
    double[] rounds = new double[ROUNDS];
    Locking locking = kind.make(OBJECTS * threads);
    for (int i = 0; i < ROUNDS; i++) {
      rounds[i] = run(sharing, threads, locking);
    }
    double[] late = Arrays.copyOfRange(rounds, ROUNDS / 2, ROUNDS);
    Arrays.sort(late);
    System.out.println(
        "table-" + sharing.text() + "-" + threads + "-" + name + " " + late[late.length / 2]);
  }

  private static double run(Sharing sharing, int threads, Locking locking) throws Exception {
    int turns = sharing == Sharing.HAND_OFF ? TURNS : 1;
    int each = OPERATIONS / threads / turns;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    long[] nanos = new long[1];
    Thread[] all = new Thread[threads];
    long[] sums = new long[threads];
    for (int t = 0; t < threads; t++) {
      int own = t;
      all[t] =
          new Thread(
              () -> {
                for (int turn = 0; turn < turns; turn++) {
                  await(barrier);
                  long begin = System.nanoTime();
                  int part = sharing == Sharing.SHARED ? 0 : (own + turn) % threads;
                  sums[own] += locking.use(part * OBJECTS, each);
                  await(barrier);
                  if (own == 0) {
                    nanos[0] += System.nanoTime() - begin;
                  }
                }
              });
      all[t].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    escaped = sums;
    return (double) nanos[0] / ((long) each * threads * turns);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
