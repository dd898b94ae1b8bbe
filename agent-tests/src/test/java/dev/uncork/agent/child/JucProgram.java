package dev.uncork.agent.child;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * A program whose blocked acquires are known: each round one thread holds, the other blocks.
 *
 * <p>Arguments: rounds, and {@code virtual} for a virtual thread as the one that blocks.
 */
public final class JucProgram {
  private final int rounds;
  private final boolean virtual;

  private JucProgram(int rounds, boolean virtual) {
    this.rounds = rounds;
    this.virtual = virtual;
  }

  /** Something that may block. */
  private interface Step {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    new JucProgram(Integer.parseInt(arguments[0]), arguments.length > 1).runAll();
  }

  private void runAll() throws Exception {
    ReentrantLock unfair = new ReentrantLock();
    block(rounds, unfair);
    ReentrantLock fair = new ReentrantLock(true);
    block(rounds / 2, fair);
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    block(rounds, readWrite.writeLock(), readWrite.readLock());
    block(rounds / 4, readWrite.readLock(), readWrite.writeLock());
    StampedLock stamped = new StampedLock();
    block(rounds, stamped.asWriteLock(), stamped.asReadLock());
    block(rounds / 2, stamped.asReadLock(), stamped.asWriteLock());
    Semaphore semaphore = new Semaphore(1);
    repeat(rounds, semaphore::acquire, semaphore::acquire, semaphore::release, semaphore::release);
    timed();
    latches();
    conditions();
    System.out.println("done");
  }

  private void block(int times, Lock lock) throws Exception {
    block(times, lock, lock);
  }

  private void block(int times, Lock held, Lock wanted) throws Exception {
    repeat(times, held::lock, wanted::lock, held::unlock, wanted::unlock);
  }

  /** A lock that is got in time counts; one that is not counts nothing. */
  private void timed() throws Exception {
    ReentrantLock lock =
        new ReentrantLock() {
          private static final long serialVersionUID = 1L;
        };
    Step got = () -> require(lock.tryLock(1, TimeUnit.HOURS), true);
    repeat(rounds / 5, lock::lock, got, lock::unlock, lock::unlock);
    Step notGot = () -> require(lock.tryLock(2, TimeUnit.MILLISECONDS), false);
    for (int i = 0; i < 3; i++) {
      lock.lock();
      Thread loser = start(notGot);
      loser.join();
      lock.unlock();
    }
  }

  private void latches() throws Exception {
    for (int i = 0; i < rounds / 10; i++) {
      CountDownLatch latch = new CountDownLatch(1);
      Thread waiter = start(latch::await);
      untilParked(waiter);
      latch.countDown();
      waiter.join();
    }
  }

  private void conditions() throws Exception {
    ReentrantReadWriteLock owner = new ReentrantReadWriteLock();
    Lock lock = owner.writeLock();
    Condition condition = lock.newCondition();
    for (int i = 0; i < rounds / 2; i++) {
      boolean timed = i % 2 == 0;
      Thread waiter =
          start(
              () -> {
                lock.lock();
                if (timed) {
                  require(condition.await(1, TimeUnit.HOURS), true);
                } else {
                  condition.await();
                }
                lock.unlock();
              });
      untilParked(waiter);
      lock.lock();
      condition.signal();
      lock.unlock();
      waiter.join();
    }
  }

  private void repeat(int times, Step hold, Step want, Step release, Step releaseWanted)
      throws Exception {
    for (int i = 0; i < times; i++) {
      hold.run();
      Thread waiter =
          start(
              () -> {
                want.run();
                releaseWanted.run();
              });
      untilParked(waiter);
      release.run();
      waiter.join();
    }
  }

  private static void untilParked(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private Thread start(Step step) throws ReflectiveOperationException {
    Runnable body =
        () -> {
          try {
            step.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
    if (virtual) { // By reflection: the tests are compiled for 17.
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
    }
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }

  private static void require(boolean actual, boolean expected) {
    if (actual != expected) {
      throw new IllegalStateException("expected " + expected);
    }
  }
}
