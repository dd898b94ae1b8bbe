package dev.uncork.agent.child;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A program whose threads hold a monitor for 100 µs, then a lock twice for 50 µs, until its
 * standard input ends; with the argument {@code account}, they pay into one account.
 */
public final class DemandProgram {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final int THREADS = 4;
  private static final Thread[] WORKERS = new Thread[THREADS];
  private static final long[] PAID = new long[THREADS];
  private static volatile boolean stop;
  private static long work;

  private DemandProgram() {}

  /** Something with synchronized methods of its instances. */
  static final class Account {
    private long sum;

    synchronized void pay(long amount) {
      spin(50_000);
      sum += amount;
    }

    synchronized long sum() {
      return sum;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Account account = arguments.length > 0 ? new Account() : null;
    for (int i = 0; i < THREADS; i++) {
      int own = i;
      Runnable task = account == null ? DemandProgram::operate : () -> pay(account, own);
      Thread thread = new Thread(task, "worker " + i);
      thread.setDaemon(true);
      thread.start();
      WORKERS[i] = thread;
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    if (account != null) {
      stop = true;
      long sum = 0;
      for (int i = 0; i < THREADS; i++) {
        WORKERS[i].join();
        sum += PAID[i];
      }
      System.out.println(sum == account.sum() ? "sums agree" : "sums differ");
    }
  }

  private static void pay(Account account, int own) {
    while (!stop) {
      payOnce(account);
      PAID[own]++;
      spin(20_000);
    }
  }

  private static void payOnce(Account account) {
    account.pay(1);
  }

  private static void operate() {
    while (true) {
      hold();
      for (int i = 0; i < 2; i++) {
        // A method that is running can't get other code: only methods called anew are measured.
        lock();
      }
    }
  }

  private static synchronized void hold() {
    spin(100_000);
  }

  private static void lock() {
    LOCK.lock();
    try {
      spin(50_000);
    } finally {
      LOCK.unlock();
    }
  }

  private static void spin(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      work++;
    }
  }
}
