package dev.uncork.systemtests.program;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps more cores busy than there are, asks all the time how many there are, and starts threads
 * meanwhile. Arguments: milliseconds to run, or {@code input} for until standard input ends;
 * threads that only wait.
 */
public final class Busy {
  private static final int WORKERS = 4;

  private Busy() {}

  /** Runs that long; then says how many processors it was told of. */
  public static void main(String[] args) throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    boolean byInput = args[0].equals("input");
    long endNanos = System.nanoTime() + (byInput ? 0 : Long.parseLong(args[0]) * 1_000_000);
    if (byInput) {
      daemon("input", () -> awaitInput(ended));
    }
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      daemon("idle-" + i, () -> sleepUntil(ended));
    }
    for (int i = 0; i < WORKERS; i++) {
      daemon("worker-" + i, () -> work(ended));
    }
    Set<Integer> processors = new TreeSet<>();
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    while (byInput ? !ended.get() : System.nanoTime() < endNanos) {
      processors.add(Runtime.getRuntime().availableProcessors());
      processors.add(system.getAvailableProcessors());
      processors.add(1 + askInNewThread());
      Thread.sleep(2);
    }
    ended.set(true);
    System.out.println("processors " + processors);
  }

  /** One less than a new pool has threads. */
  private static int askInNewThread() throws InterruptedException {
    int[] answer = new int[1];
    Thread thread =
        new Thread(
            () -> {
              ForkJoinPool pool = new ForkJoinPool();
              answer[0] = pool.getParallelism() - 1;
              pool.shutdown();
            },
            "asker");
    thread.start();
    thread.join();
    return answer[0];
  }

  private static void awaitInput(AtomicBoolean ended) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // As if it had ended.
    }
    ended.set(true);
  }

  private static void work(AtomicBoolean ended) {
    int sum = 0;
    while (!ended.get()) {
      byte[] bytes = new byte[1024];
      for (int i = 0; i < bytes.length; i++) {
        sum += bytes[i] + i;
      }
    }
    if (sum == 1) {
      System.out.println();
    }
  }

  private static void sleepUntil(AtomicBoolean ended) {
    try {
      while (!ended.get()) {
        Thread.sleep(10_000);
      }
    } catch (InterruptedException e) {
      // The program ends.
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
