package dev.uncork.benchmarks.prediction;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that think and visit a lock in turn, so many times in an operation; what they do is
 * spinning or sleeping.
 *
 * @param stripes the locks, of which a visit takes any one
 * @param thinkNanos of an operation, on average; its visits each come behind their part
 * @param holdNanos of a visit, on average
 * @param addedNanos that every section is longer than that
 */
record Loop(
    List<Section> stripes,
    int visits,
    double thinkNanos,
    double holdNanos,
    double addedNanos,
    boolean sleeps) {
  private static final int SPACED = 16;

  /**
   * What a run came to.
   *
   * @param thinkSeconds measured mean for an operation
   * @param holdSeconds measured mean for a visit, from within the section
   */
  record Result(double throughput, double thinkSeconds, double holdSeconds) {}

  Result run(int threads, long millis) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    long[] counts = new long[threads * SPACED];
    boolean[] stop = new boolean[1];
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int own = i * SPACED;
      workers[i] =
          new Thread(
              () -> {
                ready.countDown();
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                work(counts, own, stop);
              });
      workers[i].start();
    }
    ready.await();
    go.countDown();
    // Threads that begin together meet at the lock; a first part lets them spread.
    Thread.sleep(millis / 4);
    long[] before = counts.clone();
    long start = System.nanoTime();
    Thread.sleep(millis);
    long[] after = counts.clone();
    double seconds = (System.nanoTime() - start) / 1e9;
    VisibleFlag.set(stop);
    for (Thread worker : workers) {
      worker.join();
    }
    double operations = 0;
    double think = 0;
    double hold = 0;
    for (int i = 0; i < counts.length; i += SPACED) {
      operations += after[i] - before[i];
      think += after[i + 1] - before[i + 1];
      hold += after[i + 2] - before[i + 2];
    }
    return new Result(
        operations / seconds, think / operations / 1e9, hold / operations / visits / 1e9);
  }

  private void work(long[] counts, int own, boolean[] stop) {
    Durations thinks = new Durations(own);
    Durations holds = new Durations(own + 1L);
    long[] heldNanos = new long[1];
    Runnable body =
        () -> {
          long start = sleeps ? System.nanoTime() : 0;
          pass(holds.nanos(holdNanos) + (long) addedNanos);
          heldNanos[0] += sleeps ? System.nanoTime() - start : 0;
        };
    while (!VisibleFlag.get(stop)) {
      long thought = 0;
      for (int visit = 0; visit < visits; visit++) {
        long start = sleeps ? System.nanoTime() : 0;
        pass(thinks.nanos(thinkNanos / visits));
        thought += sleeps ? System.nanoTime() - start : 0;
        int stripe = stripes.size() == 1 ? 0 : ThreadLocalRandom.current().nextInt(stripes.size());
        stripes.get(stripe).run(body);
      }
      counts[own]++;
      counts[own + 1] += thought;
      counts[own + 2] = heldNanos[0];
    }
  }

  private void pass(long nanos) {
    if (sleeps) {
      LockSupport.parkNanos(nanos);
      return;
    }
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Real mean length of what is to last so long: the clock and the loop add their part. */
  static double trueNanos(double nanos) {
    Loop loop = new Loop(List.of(), 0, nanos, 0, 0, false);
    Durations durations = new Durations(1);
    int rounds = (int) Math.max(2_000, Math.min(200_000, 5e7 / nanos));
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      for (int round = 0; round < rounds; round++) {
        loop.pass(durations.nanos(nanos));
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) rounds);
    }
    return best;
  }
}
