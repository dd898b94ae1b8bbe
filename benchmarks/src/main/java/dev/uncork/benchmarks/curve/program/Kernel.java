package dev.uncork.benchmarks.curve.program;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * What threads do again and again: some of it gets dearer the more of them do it.
 *
 * <p>Arguments: the kernel, threads, seconds. Prints a line {@code ops/sec: N} a second.
 */
public enum Kernel {
  /** An immutable array that each update copies, and tries again if another one was faster. */
  RETRIES {
    private final AtomicReference<long[]> latest = new AtomicReference<>(new long[2048]);

    @Override
    void operate(int thread, long turn) {
      int slot = (int) (turn & 2047);
      long[] old;
      long[] next;
      do {
        old = Objects.requireNonNull(latest.get());
        next = old.clone();
        next[slot]++;
      } while (!latest.compareAndSet(old, next));
    }
  },
  /** Counters of different threads in one cache line. */
  NEIGHBOURS {
    private final AtomicLongArray counts = new AtomicLongArray(256);

    @Override
    void operate(int thread, long turn) {
      for (int i = 0; i < 200; i++) {
        counts.getAndIncrement(64 + thread);
      }
    }
  },
  /** Much is allocated, and some of it lives for a while. */
  COLLECTOR {
    private final byte[][][] kept = new byte[64][4096][];

    @Override
    void operate(int thread, long turn) {
      byte[][] mine = kept[thread & 63];
      mine[(int) (turn & 4095)] = new byte[4000];
    }
  },
  /** Reads all over an array much larger than any cache. */
  MEMORY {
    private final int[] cells = new int[1 << 27];

    @Override
    void operate(int thread, long turn) {
      int at = (int) (turn * 0x9E3779B9L + thread);
      int sum = 0;
      for (int i = 0; i < 64; i++) {
        at = (at * 1_664_525 + 1_013_904_223) & (cells.length - 1);
        sum += cells[at];
        at += sum;
      }
      results[thread << 4] += sum;
    }
  },
  /** Nothing is shared, and nothing allocated. */
  ARITHMETIC {
    @Override
    void operate(int thread, long turn) {
      double x = turn;
      for (int i = 0; i < 400; i++) {
        x = Math.sqrt(x + i);
      }
      results[thread << 4] += (long) x;
    }
  },
  /** Nothing is shared, and what is allocated dies young. */
  STRINGS {
    @Override
    void operate(int thread, long turn) {
      String text = "order-" + turn + "-" + thread;
      results[thread << 4] += text.toUpperCase(Locale.ROOT).hashCode();
    }
  };

  private static final int MOST_THREADS = 64;

  /** A cell for each thread, each in a cache line of its own. */
  final long[] results = new long[MOST_THREADS << 4];

  private final LongAdder operations = new LongAdder();
  private volatile boolean ended;

  abstract void operate(int thread, long turn);

  private void work(int thread) {
    long turn = 0;
    while (!ended) {
      operate(thread, turn++);
      operations.increment();
    }
  }

  /** Runs a kernel. */
  public static void main(String[] args) throws InterruptedException {
    Kernel kernel = valueOf(args[0].toUpperCase(Locale.ROOT));
    Thread[] threads = new Thread[Math.min(MOST_THREADS, Integer.parseInt(args[1]))];
    for (int i = 0; i < threads.length; i++) {
      int thread = i;
      threads[i] = new Thread(() -> kernel.work(thread), "worker-" + i);
      threads[i].start();
    }
    long last = 0;
    for (int second = Integer.parseInt(args[2]); second > 0; second--) {
      Thread.sleep(1000);
      long now = kernel.operations.sum();
      System.out.println("ops/sec: " + (now - last));
      last = now;
    }
    kernel.ended = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
