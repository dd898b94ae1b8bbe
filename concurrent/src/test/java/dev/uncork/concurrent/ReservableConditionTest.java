package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

class ReservableConditionTest {
  private final ReservationGroup group = new ReservationGroup("patient", Integer.MAX_VALUE);
  private final ReservableLock lock = new ReservableLock(group, 1);
  private final Condition condition = lock.newCondition();
  private boolean flag; // guarded by lock
  private int waiting; // guarded by lock

  @Test
  void needsTheLock() {
    assertThatThrownBy(condition::await).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(condition::signal).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(condition::signalAll).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void waitOfTheOwnerGivesTheLockBackHoweverOftenItIsHeld() throws Exception {
    lock.lock(); // reserved at once
    lock.lock();
    Thread other =
        new Thread(
            () -> {
              lock.lock();
              flag = true;
              condition.signal();
              lock.unlock();
            });
    other.start();
    while (!flag) {
      condition.await();
    }
    assertThat(lock.getHoldCount()).isEqualTo(2);
    lock.unlock();
    lock.unlock();
    other.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
  }

  @Test
  void waitEndsWithTheTime() throws Exception {
    lock.lock();
    assertThat(condition.awaitNanos(1)).isLessThanOrEqualTo(0);
    assertThat(condition.await(1, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(condition.awaitUntil(new Date(0))).isFalse();
    condition.signalAll(); // Nobody is left in the queue.
    lock.unlock();
  }

  @Test
  void interruptEndsAWaitAndNoSignalIsLostToIt() throws Exception {
    lock.lock();
    Thread.currentThread().interrupt();
    assertThatThrownBy(condition::await).isInstanceOf(InterruptedException.class);
    assertThat(lock.getHoldCount()).isEqualTo(1);
    lock.unlock();

    AtomicInteger signalled = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(() -> waitOnce(signalled, interrupted));
      threads[i].start();
    }
    awaitWaiting(2);
    threads[0].interrupt();
    lock.lock();
    condition.signal();
    condition.signal();
    lock.unlock();
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    }
    assertThat(signalled.get() + interrupted.get()).isEqualTo(2);
    assertThat(signalled.get()).isPositive();
  }

  @Test
  void uninterruptibleWaitKeepsTheInterruptForLater() throws Exception {
    AtomicInteger kept = new AtomicInteger();
    Thread thread =
        new Thread(
            () -> {
              lock.lock();
              waiting++;
              condition.awaitUninterruptibly();
              kept.set(Thread.interrupted() ? 1 : -1);
              lock.unlock();
            });
    thread.start();
    awaitWaiting(1);
    thread.interrupt();
    lock.lock();
    condition.signalAll();
    lock.unlock();
    thread.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    assertThat(kept.get()).isEqualTo(1);
  }

  @Test
  void handsOverThousandsOfItemsOneByOne() throws Exception {
    int items = 5_000;
    int[] slot = {0};
    long[] sum = {0};
    Race.of(
        2,
        thread -> {
          for (int i = 1; i <= items; i++) {
            lock.lock();
            while ((slot[0] == 0) != (thread == 0)) {
              condition.await();
            }
            if (thread == 0) {
              slot[0] = i;
            } else {
              sum[0] += slot[0];
              slot[0] = 0;
            }
            condition.signalAll();
            lock.unlock();
          }
        });
    assertThat(sum[0]).isEqualTo((long) items * (items + 1) / 2);
  }

  private void waitOnce(AtomicInteger signalled, AtomicInteger interrupted) {
    lock.lock();
    try {
      waiting++;
      condition.await();
      signalled.incrementAndGet();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when that many threads have given the lock back inside of their wait. */
  private void awaitWaiting(int count) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Race.DEADLINE_SECONDS);
    while (true) {
      lock.lock();
      int now = waiting;
      lock.unlock();
      if (now == count) {
        return;
      }
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.yield();
    }
  }
}
