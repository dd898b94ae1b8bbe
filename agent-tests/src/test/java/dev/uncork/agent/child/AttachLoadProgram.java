package dev.uncork.agent.child;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program to attach to and detach from: threads contend for monitors and a lock, others are born
 * and end, classes are loaded and unloaded, with collections in between. Prints {@code round N}
 * whenever a class loader has died; ends itself with exit code 3 when anything goes wrong.
 */
public final class AttachLoadProgram {
  private static final int LOADERS_PER_ROUND = 8;
  private static final Object[] MONITORS = {new Object(), new Object()};
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final AtomicLong sections = new AtomicLong();

  private AttachLoadProgram() {}

  /** What each class loader loads anew: a lock of its own class, taken once. */
  public static final class Disposable implements Runnable {
    @Override
    public synchronized void run() {
      spin();
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 3; i++) {
      start("contender-" + i, AttachLoadProgram::contend);
    }
    start("bearer", AttachLoadProgram::bearThreads);
    URL classes = Path.of(System.getProperty("java.class.path")).toUri().toURL();
    for (long round = 0; ; round++) {
      for (int i = 0; i < LOADERS_PER_ROUND; i++) {
        loadAndDrop(classes);
      }
      System.gc();
      System.out.println("round " + round);
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, e) -> {
          e.printStackTrace();
          Runtime.getRuntime().halt(3);
        });
    thread.start();
  }

  private static void loadAndDrop(URL classes) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass(Disposable.class.getName());
      Runnable lock = (Runnable) type.getDeclaredConstructor().newInstance();
      Thread other = new Thread(lock, "other");
      other.start();
      lock.run();
      other.join();
    }
  }

  private static void contend() {
    while (true) {
      for (Object monitor : MONITORS) {
        synchronized (monitor) {
          spin();
        }
      }
      LOCK.lock();
      try {
        spin();
      } finally {
        LOCK.unlock();
      }
    }
  }

  private static void bearThreads() {
    while (true) {
      Object lock = new Object();
      CountDownLatch ended = new CountDownLatch(4);
      for (int i = 0; i < 4; i++) {
        start(
            "short-lived",
            () -> {
              synchronized (lock) {
                spin();
              }
              ended.countDown();
            });
      }
      try {
        ended.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void spin() {
    for (int i = 0; i < 2_000; i++) {
      sections.incrementAndGet();
    }
  }
}
