package dev.uncork.boottest;

import dev.uncork.boot.collect.LockCollector;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Starts and stops the collector under load, run in a child JVM: {@code LIBRARY SECONDS}. Threads
 * contend, end and are born, locks and their classes die, and the collector is drained, watched and
 * sampled meanwhile. It prints the collector's memory at half-time and at the end.
 */
final class StressProgram {
  private static final AtomicBoolean done = new AtomicBoolean();
  private static final AtomicLong rounds = new AtomicLong();
  private static final AtomicLong unloadable = new AtomicLong();
  private static final Object[] hot = {new Object(), new Object(), new Object()};

  private StressProgram() {}

  public static void main(String[] args) throws Exception {
    long endNanos = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
    long halfNanos = (System.nanoTime() + endNanos) / 2;
    TruthProgram.check(LockCollector.load(args[0]));
    List<Thread> load = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      load.add(new Thread(StressProgram::contend, "contend-" + i));
    }
    load.add(new Thread(StressProgram::bearThreads, "bear"));
    load.add(new Thread(StressProgram::unloadClasses, "unload"));
    load.forEach(Thread::start);

    Drain drain = new Drain(64 * 1024);
    int sessions = 0;
    boolean isHalf = false;
    while (System.nanoTime() < endNanos) {
      TruthProgram.check(LockCollector.start(sessions % 3 * 10));
      sample(drain, ThreadLocalRandom.current().nextInt(1, 40));
      LockCollector.stop();
      if (sessions++ % 4 == 0) {
        drain.drain();
      }
      if (!isHalf && System.nanoTime() > halfNanos) {
        isHalf = true;
        System.out.println("HALF " + settledBytes(drain));
      }
    }
    done.set(true);
    for (Thread thread : load) {
      thread.join();
    }
    System.out.println("END " + settledBytes(drain));
    drain.printTotals();
    System.out.printf(
        "DID %d sessions, %d rounds, %d class loaders%n", sessions, rounds.get(), unloadable.get());
  }

  private static long settledBytes(Drain drain) {
    System.gc();
    drain.drain();
    drain.drain();
    return LockCollector.memoryBytes();
  }

  private static void sample(Drain drain, int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      Object lock = hot[i % hot.length];
      LockCollector.watch(i % 5 == 0 ? 0 : System.identityHashCode(lock));
      Object seen = LockCollector.watched();
      if (seen != null && System.identityHashCode(seen) != System.identityHashCode(lock)) {
        throw new IllegalStateException("watched " + seen + " instead of " + lock);
      }
      Thread owner = LockCollector.monitorOwner(lock);
      if (owner != null && !owner.getName().startsWith("contend-")) {
        throw new IllegalStateException(owner + " owns a lock that it never takes");
      }
      if (i % 10 == 0) {
        drain.drain();
      }
      Thread.sleep(1);
    }
  }

  private static void contend() {
    while (!done.get()) {
      for (Object lock : hot) {
        synchronized (lock) {
          rounds.incrementAndGet();
          spin(5_000);
        }
      }
      synchronized (hot[0]) {
        try {
          hot[0].wait(0, 1000);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      LockCollector.acquireBlocked(hot, System.identityHashCode(hot), System.nanoTime(), false);
    }
  }

  // Threads with a short life, half of them virtual where there are such, on locks of their own.
  private static void bearThreads() {
    Waiters platform = new Waiters(false);
    Waiters virtual = new Waiters(Runtime.version().feature() >= 21);
    try {
      while (!done.get()) {
        platform.contend(new Object(), 8);
        virtual.contend(new Object(), 16);
      }
    } catch (Exception e) {
      fail(e);
    }
  }

  private static void unloadClasses() {
    try {
      URL classes = Path.of(System.getProperty("java.class.path")).toUri().toURL();
      while (!done.get()) {
        try (URLClassLoader loader =
            new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
          Class<?> type = loader.loadClass(Disposable.class.getName());
          ((Runnable) type.getDeclaredConstructor().newInstance()).run();
          unloadable.incrementAndGet();
        }
        if (unloadable.get() % 16 == 0) {
          System.gc();
        }
      }
    } catch (Exception e) {
      fail(e);
    }
  }

  private static void fail(Exception e) {
    e.printStackTrace();
    Runtime.getRuntime().halt(3);
  }

  static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }
}
