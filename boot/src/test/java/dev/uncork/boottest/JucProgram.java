package dev.uncork.boottest;

import dev.uncork.boot.collect.LockCollector;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * Calls the face of the collector as rewritten java.util.concurrent code does, run in a child JVM:
 * {@code LIBRARY}. It also asks who owns locks, and prints what it got.
 */
final class JucProgram {
  /** A synchronizer that tells its owner. */
  static final class Sync extends AbstractOwnableSynchronizer {
    void own(Thread thread) {
      setExclusiveOwnerThread(thread);
    }
  }

  private static final int THREADS = 8;
  private static final int EVENTS = 50_000;

  private JucProgram() {}

  public static void main(String[] args) throws Exception {
    TruthProgram.check(LockCollector.load(args[0]));
    TruthProgram.check(LockCollector.start(10));
    Drain drain = new Drain(8 * 1024);
    drain.start();
    Sync exclusive = new Sync();
    Sync shared = new Sync();
    count(exclusive, shared);
    owners(exclusive);
    LockCollector.watch(System.identityHashCode(exclusive));
    System.out.println("WATCHED before " + (LockCollector.watched() == null));
    LockCollector.acquireBlocked(
        exclusive, System.identityHashCode(exclusive), System.nanoTime(), false);
    System.out.println("WATCHED after " + (LockCollector.watched() == exclusive));
    LockCollector.watch(0);
    System.out.println("WATCHED none " + (LockCollector.watched() == null));
    LockCollector.stop();
    drain.drain();
    drain.print();
    System.out.println("CLASS " + LockCollector.className(123456));
    System.out.println("STACK " + LockCollector.stackFrames(-1).length);
    System.out.println("BUDGET " + LockCollector.start(-1));
  }

  private static void count(Sync exclusive, Sync shared) throws InterruptedException {
    int exclusiveHash = System.identityHashCode(exclusive);
    int sharedHash = System.identityHashCode(shared);
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < EVENTS; i++) {
                  LockCollector.acquireBlocked(exclusive, exclusiveHash, System.nanoTime(), false);
                  if (i % 2 == 0) {
                    LockCollector.acquireBlocked(shared, sharedHash, System.nanoTime(), true);
                  }
                  if (i % 5 == 0) {
                    LockCollector.waited(exclusive, exclusiveHash, System.nanoTime() - 1000);
                  }
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void owners(Sync sync) {
    Object monitor = new Object();
    System.out.println("OWNER free " + (LockCollector.monitorOwner(monitor) == null));
    synchronized (monitor) {
      System.out.println(
          "OWNER held " + (LockCollector.monitorOwner(monitor) == Thread.currentThread()));
    }
    System.out.println("OWNER sync free " + (LockCollector.synchronizerOwner(sync) == null));
    sync.own(Thread.currentThread());
    System.out.println(
        "OWNER sync held " + (LockCollector.synchronizerOwner(sync) == Thread.currentThread()));
    System.out.println("OWNER no sync " + (LockCollector.synchronizerOwner("text") == null));
  }
}
