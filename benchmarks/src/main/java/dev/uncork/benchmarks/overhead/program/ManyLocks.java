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
 * resident memory outside thread stacks and a heap that is committed and touched in advance: run
 * with {@code -Xms == -Xmx} and {@code -XX:+AlwaysPreTouch}) and {@code stacks: BYTES} (resident
 * pages of thread stacks, which the JVM never gives back).
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
    long stackBytes = residentStackBytes();
    System.out.println("stacks: " + stackBytes);
    System.out.println(
        "native: " + (residentAnonymousBytes() - Runtime.getRuntime().maxMemory() - stackBytes));
  }

  /** Resident bytes of mappings that have the size of this program's thread stacks. */
  private static long residentStackBytes() throws IOException {
    long stacks = 0;
    boolean isStack = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      if (line.startsWith("Size:")) {
        long bytes = Long.parseLong(line.replaceAll("\\D", "")) << 10;
        isStack = bytes > THREAD_STACK_BYTES * 3 / 4 && bytes <= THREAD_STACK_BYTES;
      } else if (isStack && line.startsWith("Rss:")) {
        stacks += Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return stacks;
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
