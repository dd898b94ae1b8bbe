package dev.uncork.boottest;

import dev.uncork.boot.collect.LockCollector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * Ten thousand threads that block on ten locks each, no lock shared, run in a child JVM: {@code
 * LIBRARY}. It prints the memory of the collector's tables while all live and when all have ended.
 */
final class MemoryProgram {
  /** One of the hundred thousand locks. */
  static final class Own {}

  private static final int THREADS = 10_000;
  private static final int LOCKS = 10;

  private MemoryProgram() {}

  public static void main(String[] args) throws Exception {
    TruthProgram.check(LockCollector.load(args[0]));
    System.out.println("BEFORE " + LockCollector.memoryBytes());
    TruthProgram.check(LockCollector.start(10));
    CountDownLatch counted = new CountDownLatch(THREADS);
    Semaphore mayEnd = new Semaphore(0);
    Own[] locks = new Own[THREADS * LOCKS];
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      int first = t * LOCKS;
      threads[t] =
          new Thread(null, () -> count(locks, first, counted, mayEnd), "own-" + t, 160_000);
      threads[t].start();
    }
    counted.await();
    Drain drain = new Drain(64 * 1024);
    drain.drainOnce();
    System.out.println("PEAK " + LockCollector.memoryBytes());
    drain.drain();
    System.out.println("DRAINED " + LockCollector.memoryBytes());
    LockCollector.stop();
    mayEnd.release(THREADS);
    for (Thread thread : threads) {
      thread.join();
    }
    awaitSmall(drain);
    System.out.println("ENDED " + LockCollector.memoryBytes());
    System.out.println("BLOCKED " + drain.blockedOn(Own.class.getName()));
    System.out.println("LOCKS " + drain.locksOf(Own.class.getName()));
    // HotSpot's identity hashes have 31 bits: a few of so many locks share theirs.
    System.out.println(
        "HASHES " + Stream.of(locks).map(System::identityHashCode).distinct().count());
  }

  private static void count(Own[] locks, int first, CountDownLatch counted, Semaphore mayEnd) {
    for (int i = first; i < first + LOCKS; i++) {
      locks[i] = new Own();
      LockCollector.acquireBlocked(
          locks[i], System.identityHashCode(locks[i]), System.nanoTime(), false);
    }
    counted.countDown();
    mayEnd.acquireUninterruptibly();
  }

  // A thread is joined a little before the operating system ends it.
  private static void awaitSmall(Drain drain) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (LockCollector.memoryBytes() > (3 << 19) && System.nanoTime() < deadline) {
      drain.drain();
      Thread.yield();
    }
  }
}
