package dev.uncork.benchmarks.reservation.program;

import dev.uncork.concurrent.ReservableLock;
import dev.uncork.concurrent.ReservationGroup;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Objects;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.IntFunction;

/**
 * Prints nanoseconds per operation, one figure a line: {@code name value}.
 *
 * <p>Each loop goes round 64 objects that the compiler can't see through, so that it can neither
 * elide their locks nor merge those of several iterations; the loop itself is in the figure.
 */
public final class LockCosts {
  /** The names that are printed. */
  public static final List<String> FIGURES =
      List.of(
          "own-lock",
          "nested-12-per-lock",
          "byte-array-output-stream-write",
          "data-output-stream-write",
          "data-output-stream-write-int",
          "vector-get",
          "hashtable-get",
          "string-buffer-append",
          "own-reservable-lock",
          "own-reentrant-lock",
          "own-stamped-lock",
          "revoke-idle",
          "revoke-busy");

  private static final int OBJECTS = 64;
  private static final int MASK = OBJECTS - 1;
  private static final int OPERATIONS = 4_000_000;
  private static final int ROUNDS = 8;
  private static final int NESTED = 12;
  private static final int READY_SECONDS = 2;
  private static final int REVOCATIONS_PER_GROUP = 20;
  private static final Integer[] KEYS = {1, 2, 3, 4, 5, 6, 7, 8};

  /** What the compiler can't know; also keeps results alive. */
  private static volatile Object escaped = new Object();

  private static volatile long sink;

  private LockCosts() {}

  private interface Loop {
    long run(int operations) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    own();
    streams();
    legacy();
    locks();
    revocations();
  }

  private static void own() throws Exception {
    Cell[] cells = cells();
    // Reservations get ready beside the program: the figure is of the time after.
    long ready = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (System.nanoTime() < ready) {
      sink = add(cells, OPERATIONS);
    }
    print("own-lock", operations -> add(cells, operations));
    Cell[] nest = new Cell[NESTED];
    Arrays.setAll(nest, i -> new Cell());
    escaped = nest;
    print(
        "nested-12-per-lock",
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations / NESTED; i++) {
            sum += nest[0].nested(nest, 1);
          }
          return sum;
        });
  }

  private static long add(Cell[] cells, int operations) {
    long sum = 0;
    for (int i = 0; i < operations; i++) {
      sum += cells[i & MASK].add(i);
    }
    return sum;
  }

  private static void streams() throws Exception {
    ByteArrayOutputStream[] bytes = new ByteArrayOutputStream[OBJECTS];
    Arrays.setAll(bytes, i -> new ByteArrayOutputStream(1 << 18));
    escaped = bytes;
    print(
        "byte-array-output-stream-write",
        operations -> {
          for (ByteArrayOutputStream one : bytes) {
            one.reset();
          }
          for (int i = 0; i < operations; i++) {
            bytes[i & MASK].write(i);
          }
          return bytes[0].size();
        });
    DataOutputStream[] data = new DataOutputStream[OBJECTS];
    Arrays.setAll(data, i -> new DataOutputStream(new Sink()));
    escaped = data;
    print(
        "data-output-stream-write",
        operations -> {
          for (int i = 0; i < operations; i++) {
            data[i & MASK].write(i);
          }
          return data[0].size();
        });
    DataOutputStream[] integers = new DataOutputStream[OBJECTS];
    Arrays.setAll(integers, i -> new DataOutputStream(bytes[i]));
    escaped = integers;
    print(
        "data-output-stream-write-int",
        operations -> {
          for (ByteArrayOutputStream one : bytes) {
            one.reset();
          }
          for (int i = 0; i < operations; i++) {
            integers[i & MASK].writeInt(i);
          }
          return bytes[0].size();
        });
  }

  private static void legacy() throws Exception {
    Vector<Integer>[] vectors = vectors();
    print(
        "vector-get",
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            sum += vectors[i & MASK].get(i & 7);
          }
          return sum;
        });
    Hashtable<Integer, Integer>[] tables = tables();
    StringBuffer[] buffers = new StringBuffer[OBJECTS];
    Arrays.setAll(buffers, i -> new StringBuffer(1 << 17));
    escaped = buffers;
    print(
        "hashtable-get",
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            sum += Objects.requireNonNull(tables[i & MASK].get(KEYS[i & 7]));
          }
          return sum;
        });
    print(
        "string-buffer-append",
        operations -> {
          for (StringBuffer one : buffers) {
            one.setLength(0);
          }
          for (int i = 0; i < operations; i++) {
            buffers[i & MASK].append('x');
          }
          return buffers[0].length();
        });
  }

  @SuppressWarnings("unchecked")
  private static Vector<Integer>[] vectors() {
    Vector<Integer>[] vectors = new Vector[OBJECTS];
    Arrays.setAll(vectors, i -> new Vector<>(Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8)));
    escaped = vectors;
    return vectors;
  }

  @SuppressWarnings("unchecked")
  private static Hashtable<Integer, Integer>[] tables() {
    Hashtable<Integer, Integer>[] tables = new Hashtable[OBJECTS];
    Arrays.setAll(tables, i -> new Hashtable<>());
    for (Hashtable<Integer, Integer> table : tables) {
      for (Integer key : KEYS) {
        table.put(key, key);
      }
    }
    escaped = tables;
    return tables;
  }

  private static void locks() throws Exception {
    print("own-reservable-lock", locking(i -> new ReservableLock()));
    print("own-reentrant-lock", locking(i -> new ReentrantLock()));
    print("own-stamped-lock", locking(i -> new StampedLock().asWriteLock()));
  }

  private static Loop locking(IntFunction<Lock> maker) {
    Lock[] locks = new Lock[OBJECTS];
    Arrays.setAll(locks, maker);
    escaped = locks;
    long[] values = new long[OBJECTS];
    return operations -> {
      for (int i = 0; i < operations; i++) {
        Lock lock = locks[i & MASK];
        lock.lock();
        values[i & MASK]++;
        lock.unlock();
      }
      return values[0];
    };
  }

  private static void revocations() throws Exception {
    if (!ReservableLock.unavailableReason().isEmpty()) {
      return;
    }
    double[] idle = new double[ROUNDS];
    double[] busy = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      idle[i] = revoke(false);
      busy[i] = revoke(true);
    }
    System.out.println("revoke-idle " + best(idle));
    System.out.println("revoke-busy " + best(busy));
  }

  private static double revoke(boolean busy) throws Exception {
    ReservationGroup group = new ReservationGroup("measured");
    ReservableLock[] locks = new ReservableLock[REVOCATIONS_PER_GROUP];
    Arrays.setAll(locks, i -> new ReservableLock(group));
    int[] current = {-1};
    boolean[] done = {false};
    Thread owner = new Thread(() -> use(locks, busy, current, done));
    owner.start();
    if (!busy) {
      owner.join();
    }
    long nanos = 0;
    for (int i = 0; i < locks.length; i++) {
      if (busy) {
        synchronized (current) {
          current[0] = i;
        }
        while (!locks[i].isReserved()) {
          Thread.onSpinWait();
        }
      }
      long begin = System.nanoTime();
      locks[i].lock();
      nanos += System.nanoTime() - begin;
      locks[i].unlock();
    }
    synchronized (current) {
      done[0] = true;
    }
    owner.join();
    return (double) nanos / locks.length;
  }

  private static void use(ReservableLock[] locks, boolean busy, int[] current, boolean[] done) {
    if (!busy) {
      for (ReservableLock lock : locks) {
        for (int i = 0; i < OBJECTS; i++) {
          lock.lock();
          lock.unlock();
        }
      }
      return;
    }
    while (true) {
      int at;
      synchronized (current) {
        if (done[0]) {
          return;
        }
        at = current[0];
      }
      for (int i = 0; at >= 0 && i < OBJECTS * OBJECTS; i++) {
        locks[at].lock();
        locks[at].unlock();
      }
    }
  }

  private static Cell[] cells() {
    Cell[] cells = new Cell[OBJECTS];
    Arrays.setAll(cells, i -> new Cell());
    escaped = cells;
    return cells;
  }

  private static void print(String name, Loop loop) throws Exception {
    double[] rounds = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long begin = System.nanoTime();
      sink = loop.run(OPERATIONS);
      rounds[i] = (double) (System.nanoTime() - begin) / OPERATIONS;
    }
    System.out.println(name + " " + best(rounds));
  }

  /** The median of the second half, when everything is compiled. */
  private static double best(double[] rounds) {
    double[] late = Arrays.copyOfRange(rounds, rounds.length / 2, rounds.length);
    Arrays.sort(late);
    return (late[late.length / 2 - 1] + late[late.length / 2]) / 2;
  }

  /** A stream without locks. */
  private static final class Sink extends OutputStream {
    private long sum;

    @Override
    public void write(int b) throws IOException {
      sum += b;
    }

    @Override
    public String toString() {
      return "Sink of " + sum;
    }
  }
}
