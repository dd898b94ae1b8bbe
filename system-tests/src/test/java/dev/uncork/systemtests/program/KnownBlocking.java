package dev.uncork.systemtests.program;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program that knows how often it blocks on which lock, and for how long.
 *
 * <p>{@code KnownBlocking ROUNDS HOLD_MICROS GC_EVERY platform|virtual}. One thread holds a lock,
 * the other blocks on it; the holder goes on only when it has seen the other blocked. It prints one
 * line per lock: {@code truth KIND NAME INSTANCE BLOCKED NANOS MAX_NANOS WAITS}.
 */
public final class KnownBlocking {
  private static final int INSTANCES = 4;

  /** A class with several locks that must be told apart. */
  static final class Shelf {}

  /** A class whose instances are waited for. */
  static final class Bell {}

  /** What is known about one lock. */
  private static final class Truth {
    final String kind;
    final Object lock;
    long blocked;
    long nanos;
    long maxNanos;
    long waits;

    Truth(String kind, Object lock) {
      this.kind = kind;
      this.lock = lock;
    }

    void acquired(long startNanos) {
      long tookNanos = System.nanoTime() - startNanos;
      blocked++;
      nanos += tookNanos;
      maxNanos = Math.max(maxNanos, tookNanos);
    }

    @Override
    public String toString() {
      String instance = Integer.toString(System.identityHashCode(synchronizer(lock)));
      String name = lock.getClass().getName();
      return String.join(
          " ",
          List.of(
              "truth", kind, name, instance, "" + blocked, "" + nanos, "" + maxNanos, "" + waits));
    }
  }

  /** What blocks inside a reentrant lock; needs {@code --add-opens}. */
  private static Object synchronizer(Object lock) {
    if (!(lock instanceof ReentrantLock)) {
      return lock;
    }
    try {
      Field sync = ReentrantLock.class.getDeclaredField("sync");
      sync.setAccessible(true);
      return sync.get(lock);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final int MINE = 0;
  private static final int OTHERS = 1;
  private static final int WAITING = 2;

  private static volatile int turn = MINE;

  private final List<Truth> truths = new ArrayList<>();
  private final long holdNanos;
  private final int gcEvery;

  private KnownBlocking(long holdNanos, int gcEvery) {
    this.holdNanos = holdNanos;
    this.gcEvery = gcEvery;
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    KnownBlocking program =
        new KnownBlocking(Long.parseLong(args[1]) * 1_000, Integer.parseInt(args[2]));
    boolean virtual = args[3].equals("virtual");
    Step[] steps = {
      program.new Monitors(rounds),
      program.new Locks(rounds),
      program.new Waits(rounds),
      program.new Conditions(rounds)
    };
    Thread other =
        start(
            virtual,
            () -> {
              for (Step step : steps) {
                step.block();
              }
            });
    for (Step step : steps) {
      step.hold(other);
    }
    other.join();
    program.truths.forEach(System.out::println);
  }

  private static Thread start(boolean virtual, Runnable work) throws Exception {
    if (virtual) {
      // By reflection: this class is compiled for 17.
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
    Thread thread = new Thread(work, "other");
    thread.start();
    return thread;
  }

  /** The same work from both sides. */
  private interface Step {
    void hold(Thread other);

    void block();
  }

  private Truth truth(String kind, Object lock) {
    Truth truth = new Truth(kind, lock);
    truths.add(truth);
    return truth;
  }

  private static void awaitTurn(int wanted) {
    while (turn != wanted) {
      Thread.onSpinWait();
    }
  }

  private static void awaitState(Thread thread, Thread.State wanted) {
    while (thread.getState() != wanted) {
      Thread.onSpinWait();
    }
  }

  private void spin() {
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < holdNanos) {
      Thread.onSpinWait();
    }
  }

  private void collectGarbage(int round) {
    if (gcEvery > 0 && round % gcEvery == gcEvery - 1) {
      System.gc();
    }
  }

  /** Blocked acquires of monitors: each instance half as often as the one before. */
  private final class Monitors implements Step {
    private final int rounds;
    private final List<Truth> shelves = new ArrayList<>();

    Monitors(int rounds) {
      this.rounds = rounds;
      for (int i = 0; i < INSTANCES; i++) {
        shelves.add(truth("monitor", new Shelf()));
      }
    }

    @Override
    public void hold(Thread other) {
      for (int i = 0; i < INSTANCES; i++) {
        for (int round = 0; round < rounds >> i; round++) {
          synchronized (shelves.get(i).lock) {
            turn = OTHERS;
            awaitState(other, Thread.State.BLOCKED);
            spin();
          }
          awaitTurn(MINE);
          collectGarbage(round);
        }
      }
    }

    @Override
    public void block() {
      for (int i = 0; i < INSTANCES; i++) {
        for (int round = 0; round < rounds >> i; round++) {
          awaitTurn(OTHERS);
          Truth shelf = shelves.get(i);
          long startNanos = System.nanoTime();
          synchronized (shelf.lock) {
            shelf.acquired(startNanos);
          }
          turn = MINE;
        }
      }
    }
  }

  /** Blocked acquires of two reentrant locks, one fair. */
  private final class Locks implements Step {
    private final int rounds;
    private final List<ReentrantLock> locks = List.of(new ReentrantLock(), new ReentrantLock(true));
    private final List<Truth> known = locks.stream().map(lock -> truth("juc", lock)).toList();

    Locks(int rounds) {
      this.rounds = rounds;
    }

    @Override
    public void hold(Thread other) {
      for (ReentrantLock lock : locks) {
        for (int round = 0; round < rounds; round++) {
          lock.lock();
          try {
            turn = OTHERS;
            awaitState(other, Thread.State.WAITING);
            spin();
          } finally {
            lock.unlock();
          }
          awaitTurn(MINE);
          collectGarbage(round);
        }
      }
    }

    @Override
    public void block() {
      for (int i = 0; i < locks.size(); i++) {
        ReentrantLock lock = locks.get(i);
        for (int round = 0; round < rounds; round++) {
          awaitTurn(OTHERS);
          long startNanos = System.nanoTime();
          lock.lock();
          try {
            known.get(i).acquired(startNanos);
          } finally {
            lock.unlock();
          }
          turn = MINE;
        }
      }
    }
  }

  /**
   * Waits on a monitor. The waiter counts as waiting before it has let go of the monitor, so the
   * notifier may block on it; how often, the JVM itself tells.
   */
  private final class Waits implements Step {
    private final int rounds;
    private final Truth bell = truth("monitor", new Bell());

    Waits(int rounds) {
      this.rounds = rounds;
    }

    @Override
    public void hold(Thread other) {
      long before = blockedCount();
      for (int round = 0; round < rounds; round++) {
        turn = OTHERS;
        awaitTurn(WAITING);
        awaitState(other, Thread.State.WAITING);
        synchronized (bell.lock) {
          bell.lock.notifyAll();
        }
        awaitTurn(MINE);
      }
      bell.blocked = blockedCount() - before;
    }

    private long blockedCount() {
      long self = Thread.currentThread().getId();
      return ManagementFactory.getThreadMXBean().getThreadInfo(self).getBlockedCount();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // The number of waits is the point; none is spurious.
    public void block() {
      for (int round = 0; round < rounds; round++) {
        awaitTurn(OTHERS);
        synchronized (bell.lock) {
          turn = WAITING;
          try {
            bell.lock.wait();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          bell.waits++;
        }
        turn = MINE;
      }
    }
  }

  /** Waits on a condition of a lock that nobody blocks on. */
  private final class Conditions implements Step {
    private final int rounds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();
    private final Truth known = truth("juc", lock);

    Conditions(int rounds) {
      this.rounds = rounds;
    }

    @Override
    public void hold(Thread other) {
      for (int round = 0; round < rounds; round++) {
        turn = OTHERS;
        awaitTurn(WAITING);
        awaitState(other, Thread.State.WAITING);
        lock.lock();
        try {
          condition.signal();
        } finally {
          lock.unlock();
        }
        awaitTurn(MINE);
      }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // The number of waits is the point; none is spurious.
    public void block() {
      for (int round = 0; round < rounds; round++) {
        awaitTurn(OTHERS);
        lock.lock();
        try {
          turn = WAITING;
          condition.await();
          known.waits++;
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        } finally {
          lock.unlock();
        }
        turn = MINE;
      }
    }
  }
}
