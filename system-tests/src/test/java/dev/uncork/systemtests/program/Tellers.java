package dev.uncork.systemtests.program;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tellers who move money between accounts, each of which has a lock of its own: for some seconds
 * they take locks in one order, with much contention. Then each takes that of his own account first
 * and waits for the next one's, unless they are healthy: these go on until their input ends.
 */
public final class Tellers {
  private static final long MONEY_NANOS = 200_000;

  /** Something that is locked while other code runs. */
  private interface Account {
    void with(Runnable work);
  }

  private static final class Safe implements Account {
    @Override
    public void with(Runnable work) {
      synchronized (this) {
        work.run();
      }
    }
  }

  private static final class Ledger implements Account {
    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public void with(Runnable work) {
      lock.lock();
      try {
        work.run();
      } finally {
        lock.unlock();
      }
    }
  }

  private Tellers() {}

  /** Arguments: kinds of accounts, as {@code "safe ledger"}, seconds, or 0 to stay healthy. */
  public static void main(String[] args) throws Exception {
    String[] kinds = args[0].split(" ");
    Account[] accounts = new Account[kinds.length];
    for (int i = 0; i < kinds.length; i++) {
      accounts[i] = kinds[i].equals("safe") ? new Safe() : new Ledger();
    }
    long workNanos = Integer.parseInt(args[1]) * 1_000_000_000L;
    CyclicBarrier all = new CyclicBarrier(accounts.length);
    boolean healthy = workNanos == 0;
    int tellers = healthy ? 3 * accounts.length : accounts.length;
    for (int i = 0; i < tellers; i++) {
      int own = i % accounts.length;
      Thread teller =
          new Thread(
              () -> {
                if (healthy) {
                  work(accounts, own, Long.MAX_VALUE);
                } else {
                  work(accounts, own, workNanos);
                  await(all);
                  transfer(accounts[own], accounts[(own + 1) % accounts.length], () -> await(all));
                }
              },
              "teller-" + i);
      teller.setDaemon(healthy);
      teller.start();
    }
    if (healthy) {
      while (System.in.read() >= 0) {
        // Goes on until its input ends.
      }
    }
  }

  private static void work(Account[] accounts, int own, long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      int next = (own + 1) % accounts.length;
      Account low = accounts[Math.min(own, next)];
      Account high = accounts[Math.max(own, next)];
      transfer(low, high, () -> {});
    }
  }

  private static void transfer(Account from, Account to, Runnable between) {
    from.with(
        () -> {
          between.run();
          to.with(Tellers::count);
        });
  }

  private static void count() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < MONEY_NANOS) {
      Thread.onSpinWait();
    }
  }

  private static void await(CyclicBarrier all) {
    try {
      all.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
