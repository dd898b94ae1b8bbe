package dev.uncork.benchmarks.overhead.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

/**
 * A great many threads that wait, beside two that work.
 *
 * <p>Result: CPU time of the process, and time, per operation of those that work, about a
 * microsecond, for a fixed number of them.
 *
 * <p>Arguments: {@code platform|virtual THREADS OPERATIONS}.
 */
public final class IdleThreads {
  private static final int WORKERS = 2;
  private static final int WORK_STEPS = 400;
  private static final int WARM_UP_PART = 20;
  private static final long STACK_BYTES = 256 << 10;

  private static volatile long sink;

  private IdleThreads() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    long operations = Long.parseLong(args[2]);
    CountDownLatch waiting = new CountDownLatch(count);
    CountDownLatch never = new CountDownLatch(1);
    Runnable idler =
        () -> {
          waiting.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    if (args[0].equals("virtual")) {
      ExecutorService each = virtualThreads();
      for (int i = 0; i < count; i++) {
        each.execute(idler);
      }
    } else {
      for (int i = 0; i < count; i++) {
        Thread thread = new Thread(null, idler, "idle-" + i, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
      }
    }
    waiting.await();
    work(operations / WARM_UP_PART);
    Expense expense = new Expense();
    work(operations);
    expense.print(operations);
    System.exit(0);
  }

  /** JDK 21 and later have them; this is compiled for 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Class.forName("java.util.concurrent.Executors")
            .getMethod("newVirtualThreadPerTaskExecutor")
            .invoke(null);
  }

  private static void work(long operations) throws InterruptedException {
    Thread[] workers = new Thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      workers[i] = new Thread(() -> operate(operations / WORKERS), "worker-" + i);
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void operate(long operations) {
    long state = 1;
    for (long n = 0; n < operations; n++) {
      for (int i = 0; i < WORK_STEPS; i++) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
      }
    }
    sink = state;
  }
}
