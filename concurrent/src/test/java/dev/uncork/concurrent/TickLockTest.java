package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

class TickLockTest {
  private final TickLock lock = new TickLock();
  private long sum; // guarded by lock

  @Test
  void countsNestedHolds() {
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    lock.lock();
    assertThat(lock.getHoldCount()).isEqualTo(3);
    lock.unlock();
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
    assertThat(lock.getHoldCount()).isZero();
    assertThat(lock.isLocked()).isFalse();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void refusesWhoDoesNotHoldIt() throws Exception {
    lock.lock();
    Race.of(
        1,
        thread -> {
          assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
          assertThat(lock.tryLock()).isFalse();
          assertThat(lock.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
          assertThat(lock.hasQueuedThreads()).isFalse();
        });
    lock.unlock();
  }

  @Test
  void refusesANegativeTick() {
    assertThatThrownBy(() -> new TickLock(-1, TimeUnit.SECONDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 0 or more");
  }

  @Test
  void losesNoUpdateWithinTicks() throws Exception {
    countsTogether(lock, 8, 50_000);
  }

  @Test
  void losesNoUpdateWhenItIsHandedOverAtEachRelease() throws Exception {
    countsTogether(new TickLock(0, TimeUnit.NANOSECONDS), 8, 3_000);
  }

  @Test
  void losesNoUpdateWhenItIsNeverHandedOver() throws Exception {
    countsTogether(new TickLock(1, TimeUnit.HOURS), 8, 20_000);
  }

  @Test
  void isNeverHeldByWhoGaveUp() throws Exception {
    TickLock fair = new TickLock(0, TimeUnit.NANOSECONDS);
    Race.of(
        4,
        thread -> {
          for (int i = 0; i < 20_000; i++) {
            if (fair.tryLock(i % 30, TimeUnit.MICROSECONDS)) {
              fair.unlock();
            } else {
              for (int look = 0; look < 50; look++) {
                assertThat(fair.getHoldCount()).isZero();
              }
            }
          }
        });
    assertThat(fair.isLocked()).isFalse();
  }

  private void countsTogether(TickLock shared, int threads, int times) throws Exception {
    Race.of(
        threads,
        thread -> {
          for (int i = 0; i < times; i++) {
            if (i % 7 == 0 && !shared.tryLock(i % 3, TimeUnit.MICROSECONDS)) {
              shared.lock();
            } else if (i % 7 != 0) {
              shared.lock();
            }
            try {
              sum++;
            } finally {
              shared.unlock();
            }
          }
        });
    shared.lock();
    assertThat(sum).isEqualTo((long) threads * times);
    assertThat(shared.hasQueuedThreads()).isFalse();
    shared.unlock();
  }

  @Test
  void handsOverInOrderOfArrivalOnceTheTickIsOver() throws Exception {
    TickLock fair = new TickLock(0, TimeUnit.NANOSECONDS);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    fair.lock();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      threads.add(
          started(
              () -> {
                fair.lock();
                order.add(number);
                fair.unlock();
              }));
      awaitSleeping(threads.get(i));
    }
    fair.unlock();
    for (Thread thread : threads) {
      join(thread);
    }
    assertThat(order).containsExactly(0, 1, 2, 3, 4);
  }

  /** A thread that never pauses would starve the other if only it could overtake. */
  @Test
  void servesAWaiterAtTheEndOfATickHoweverBusyTheOthersAre() throws Exception {
    AtomicBoolean served = new AtomicBoolean();
    lock.lock();
    Thread waiter =
        started(
            () -> {
              lock.lock();
              served.set(true);
              lock.unlock();
            });
    awaitSleeping(waiter);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Race.DEADLINE_SECONDS);
    while (!served.get() && System.nanoTime() - deadline < 0) {
      lock.unlock();
      lock.lock();
    }
    lock.unlock();
    join(waiter);
    assertThat(served).isTrue();
  }

  @Test
  void interruptedWaiterLeavesTheQueue() throws Exception {
    lock.lock();
    AtomicBoolean left = new AtomicBoolean();
    Thread waiter =
        started(
            () -> {
              try {
                lock.lockInterruptibly();
              } catch (InterruptedException e) {
                left.set(true);
              }
            });
    awaitSleeping(waiter);
    waiter.interrupt();
    join(waiter);
    assertThat(left).isTrue();
    assertThat(lock.hasQueuedThreads()).isFalse();
    lock.unlock();
    assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
    lock.unlock();
  }

  @Test
  void uninterruptibleWaiterKeepsTheInterrupt() throws Exception {
    lock.lock();
    AtomicBoolean kept = new AtomicBoolean();
    Thread waiter =
        started(
            () -> {
              lock.lock();
              kept.set(Thread.currentThread().isInterrupted());
              lock.unlock();
            });
    awaitSleeping(waiter);
    waiter.interrupt();
    lock.unlock();
    join(waiter);
    assertThat(kept).isTrue();
  }

  @Test
  void conditionGivesTheLockBackHoweverOftenItIsHeld() throws Exception {
    Condition condition = lock.newCondition();
    CountDownLatch holds = new CountDownLatch(1);
    lock.lock();
    lock.lock();
    Thread other =
        started(
            () -> {
              lock.lock();
              sum = 1;
              condition.signal();
              lock.unlock();
              holds.countDown();
            });
    while (sum == 0) {
      condition.await();
    }
    assertThat(lock.getHoldCount()).isEqualTo(2);
    lock.unlock();
    lock.unlock();
    join(other);
    assertThat(holds.getCount()).isZero();
  }

  @Test
  void survivesThreadsThatGiveUpAtRandom() throws Exception {
    Race.of(
        8,
        thread -> {
          for (int i = 0; i < 2_000; i++) {
            if (lock.tryLock((i * 31L + thread) % 50, TimeUnit.MICROSECONDS)) {
              sum++;
              lock.unlock();
            }
          }
        });
    assertThat(lock.hasQueuedThreads()).isFalse();
    assertThat(lock.tryLock()).isTrue();
    assertThat(sum).isPositive();
    lock.unlock();
  }

  private static Thread started(Runnable body) {
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }

  private static void awaitSleeping(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Race.DEADLINE_SECONDS);
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(System.nanoTime() - deadline).as("thread waits").isNegative();
      Thread.onSpinWait();
    }
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    assertThat(thread.isAlive()).isFalse();
  }
}
