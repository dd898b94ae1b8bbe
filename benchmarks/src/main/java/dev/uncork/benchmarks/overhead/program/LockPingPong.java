package dev.uncork.benchmarks.overhead.program;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The worst case for an observer of locks: two threads that hand one lock to each other, so that
 * nearly every acquire blocks and nothing else is done.
 *
 * <p>Each owner releases only when it has seen the other thread blocked, and acquires again only
 * when the other has become the owner. Result: CPU time of the whole process per acquire, after
 * warm-up.
 *
 * <p>Arguments: {@code monitor|juc ACQUIRES}.
 */
public final class LockPingPong {
  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final int WARM_UP_SHARE = 4;
  private static final int SPINS_BEFORE_YIELD =
      Runtime.getRuntime().availableProcessors() > 1 ? 500 : 0;

  private static volatile boolean finished;
  private static volatile @Nullable Thread owner;

  private LockPingPong() {}

  public static void main(String[] args) throws InterruptedException {
    boolean monitor = args[0].equals("monitor");
    int acquires = Integer.parseInt(args[1]);
    Thread main = Thread.currentThread();
    Thread partner = new Thread(() -> handOffUntilFinished(monitor, main), "partner");
    partner.start();
    handOff(monitor, partner, acquires / WARM_UP_SHARE);
    Expense expense = new Expense();
    handOff(monitor, partner, acquires);
    expense.print(2.0 * acquires);
    finished = true;
    partner.join();
  }

  private static void handOffUntilFinished(boolean monitor, Thread other) {
    while (!finished) {
      handOff(monitor, other, 1);
    }
  }

  private static void handOff(boolean monitor, Thread other, int times) {
    for (int i = 0; i < times; i++) {
      if (monitor) {
        synchronized (MONITOR) {
          owner = Thread.currentThread();
          awaitBlocked(other, Thread.State.BLOCKED);
        }
      } else {
        LOCK.lock();
        try {
          owner = Thread.currentThread();
          awaitBlocked(other, Thread.State.WAITING);
        } finally {
          LOCK.unlock();
        }
      }
      for (int spins = 0; !finished && owner == Thread.currentThread(); spins++) {
        relax(spins);
      }
    }
  }

  private static void awaitBlocked(Thread other, Thread.State state) {
    for (int spins = 0; !finished && other.getState() != state && other.isAlive(); spins++) {
      relax(spins);
    }
  }

  /** On a busy machine the other thread may need this one's core. */
  private static void relax(int spins) {
    if (spins < SPINS_BEFORE_YIELD) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
