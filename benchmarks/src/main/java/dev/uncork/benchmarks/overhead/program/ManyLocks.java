package dev.uncork.benchmarks.overhead.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Many threads that each block at locks of their own, all of them alive at the end.
 *
 * <p>Prints {@code heap: BYTES} (used heap after a collection) and {@code native: BYTES} (anonymous
 * resident memory outside a heap that is committed and touched in advance: run with {@code -Xms ==
 * -Xmx} and {@code -XX:+AlwaysPreTouch}).
 *
 * <p>Arguments: {@code THREADS LOCKS}.
 */
public final class ManyLocks {
  private static final long THREAD_STACK_BYTES = 256 << 10;

  private final Object[] locks;
  private final Worker[] workers;
  private final CountDownLatch started;

  private ManyLocks(int threads, int lockCount) {
    locks = new Object[lockCount];
    workers = new Worker[threads];
    started = new CountDownLatch(threads);
  }

  public static void main(String[] args) throws InterruptedException, IOException {
    new ManyLocks(Integer.parseInt(args[0]), Integer.parseInt(args[1])).run();
  }

  private void run() throws InterruptedException, IOException {
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
      Thread thread = new Thread(null, workers[i], "worker-" + i, THREAD_STACK_BYTES);
      thread.setDaemon(true);
      workers[i].thread = thread;
      thread.start();
    }
    started.await();
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new Object();
      workers[i % workers.length].blockAt(locks[i]);
    }
    System.gc();
    long heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    System.out.println("heap: " + heapBytes);
    System.out.println("native: " + (residentAnonymousBytes() - Runtime.getRuntime().maxMemory()));
  }

  private static long residentAnonymousBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElseThrow();
    }
  }

  /** A thread that acquires whatever lock it is given. */
  private final class Worker implements Runnable {
    private volatile Object lock = started;
    private volatile boolean wanted;
    private volatile Thread thread = Thread.currentThread();

    @Override
    public void run() {
      started.countDown();
      while (true) {
        while (!wanted) {
          LockSupport.park(this);
        }
        synchronized (lock) {
          wanted = false;
        }
      }
    }

    private void blockAt(Object heldLock) {
      synchronized (heldLock) {
        lock = heldLock;
        wanted = true;
        LockSupport.unpark(thread);
        while (thread.getState() != Thread.State.BLOCKED) {
          Thread.onSpinWait();
        }
      }
      while (wanted) {
        Thread.onSpinWait();
      }
    }
  }
}
