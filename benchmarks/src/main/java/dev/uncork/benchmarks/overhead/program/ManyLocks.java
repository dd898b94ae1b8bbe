package dev.uncork.benchmarks.overhead.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Many threads that each block at locks of their own, all of them alive at the end.
 *
 * <p>Prints {@code heap: BYTES} (used heap after a collection), {@code stacks: BYTES} (resident
 * pages of thread stacks, which the JVM never gives back), {@code native: BYTES} (all other
 * anonymous resident memory; the heap must be committed and touched in advance, {@code -Xms ==
 * -Xmx} and {@code -XX:+AlwaysPreTouch}) and before it {@code untrimmed: BYTES} (the same together
 * with what the C library holds free).
 *
 * <p>Arguments: {@code THREADS LOCKS}.
 */
public final class ManyLocks {
  private static final long THREAD_STACK_BYTES = 256 << 10;

  /** Threads that hold locks; the number of workers must be a multiple of it. */
  private static final int HOLDERS = 8;

  private final Object[] locks;
  private final Worker[] workers;
  private final CountDownLatch started;

  private ManyLocks(int threads, int lockCount) {
    locks = new Object[lockCount];
    workers = new Worker[threads];
    started = new CountDownLatch(threads);
  }

  public static void main(String[] args) throws Exception {
    new ManyLocks(Integer.parseInt(args[0]), Integer.parseInt(args[1])).run();
  }

  private void run() throws Exception {
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker();
      Thread thread = new Thread(null, workers[i], "worker-" + i, THREAD_STACK_BYTES);
      thread.setDaemon(true);
      workers[i].thread = thread;
      thread.start();
    }
    started.await();
    Thread[] holders = new Thread[HOLDERS];
    for (int i = 0; i < HOLDERS; i++) {
      int first = i;
      holders[i] = new Thread(() -> hold(first), "holder-" + i);
      holders[i].start();
    }
    for (Thread holder : holders) {
      holder.join();
    }
    System.gc();
    long heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    System.out.println("heap: " + heapBytes);
    long stackBytes = residentStackBytes();
    System.out.println("stacks: " + stackBytes);
    long otherBytes = Runtime.getRuntime().maxMemory() + stackBytes;
    System.out.println("untrimmed: " + (residentAnonymousBytes() - otherBytes));
    giveFreeMemoryBack();
    System.out.println("native: " + (residentAnonymousBytes() - otherBytes));
  }

  /** Lets the workers that are this holder's own block at its locks, one after the other. */
  private void hold(int first) {
    for (int i = first; i < locks.length; i += HOLDERS) {
      locks[i] = new Object();
      workers[i % workers.length].blockAt(locks[i]);
    }
  }

  /** What {@code jcmd PID System.trim_native_heap} does. */
  private static void giveFreeMemoryBack() throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "systemTrimNativeHeap",
            new Object[0],
            new String[0]);
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
          Thread.yield();
        }
      }
      while (wanted) {
        Thread.yield();
      }
    }
  }
}
