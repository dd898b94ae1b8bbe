package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservableLockTest {
  private static final ReservationGroup PATIENT =
      new ReservationGroup("patient", Integer.MAX_VALUE);

  private final ReservableLock lock = new ReservableLock(PATIENT);

  @BeforeEach
  void reservationWorksHere() {
    assumeTrue(ReservableLock.unavailableReason().isEmpty(), ReservableLock.unavailableReason());
  }

  @Test
  void isReservedForTheThreadThatKeepsUsingIt() {
    for (int i = 1; i < ReservableLock.LEARNING_ACQUIRES; i++) {
      lock.lock();
      assertThat(lock.isReserved()).isFalse();
      lock.unlock();
    }
    long before = PATIENT.reservations();
    lock.lock();
    assertThat(lock.isReserved()).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(PATIENT.reservations()).isEqualTo(before + 1);
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void countsNestedHolds() {
    reserve();
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    lock.lock();
    assertThat(lock.getHoldCount()).isEqualTo(3);
    lock.unlock();
    lock.unlock();
    assertThat(lock.getHoldCount()).isEqualTo(1);
    lock.unlock();
    assertThat(lock.getHoldCount()).isZero();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.isReserved()).isTrue();
  }

  @Test
  void isNotReservedWhileNested() {
    lock.lock();
    for (int i = 0; i < 3 * ReservableLock.LEARNING_ACQUIRES; i++) {
      lock.lock();
      lock.unlock();
    }
    assertThat(lock.isReserved()).isFalse();
    lock.unlock();
    assertThat(lock.getHoldCount()).isZero();
  }

  @Test
  void learnsNothingWhereThreadsTakeTurns() throws Exception {
    for (int i = 0; i < 3 * ReservableLock.LEARNING_ACQUIRES; i++) {
      lock.lock();
      lock.unlock();
      inOtherThread(
          () -> {
            lock.lock();
            lock.unlock();
          });
    }
    assertThat(lock.isReserved()).isFalse();
  }

  @Test
  void anotherThreadRevokesAnIdleReservationForGood() throws Exception {
    reserve();
    long before = PATIENT.revocations();
    inOtherThread(
        () -> {
          lock.lock();
          assertThat(lock.isHeldByCurrentThread()).isTrue();
          assertThat(lock.isReserved()).isFalse();
          lock.unlock();
        });
    assertThat(PATIENT.revocations()).isEqualTo(before + 1);
    for (int i = 0; i < 3 * ReservableLock.LEARNING_ACQUIRES; i++) {
      lock.lock();
      lock.unlock();
    }
    assertThat(lock.isReserved()).isFalse();
  }

  @Test
  void anotherThreadWaitsForTheOwnerToLeave() throws Exception {
    reserve();
    lock.lock();
    lock.lock();
    AtomicBoolean entered = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              lock.lock();
              entered.set(true);
              lock.unlock();
            });
    other.start();
    await(() -> other.getState() == Thread.State.TIMED_WAITING);
    lock.lock(); // nested: the owner still gets in
    lock.unlock();
    lock.unlock();
    assertThat(entered).isFalse();
    lock.unlock();
    other.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    assertThat(entered).isTrue();
    lock.lock();
    assertThat(lock.isReserved()).isFalse();
    lock.unlock();
  }

  @Test
  void reservationOutlivesItsOwnerAndIsRevokedThen() throws Exception {
    inOtherThread(this::reserve);
    assertThat(lock.isReserved()).isTrue();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  @Test
  void tryLockGivesUpWhileTheOwnerIsInside() throws Exception {
    reserve();
    lock.lock();
    inOtherThread(
        () -> {
          assertThat(lock.tryLock()).isFalse();
          assertThat(lock.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
          assertThat(lock.isHeldByCurrentThread()).isFalse();
        });
    lock.unlock();
    lock.lock(); // The reservation is gone, the lock is not.
    inOtherThread(() -> assertThat(lock.tryLock()).isFalse());
    lock.unlock();
    inOtherThread(
        () -> {
          assertThat(lock.tryLock(1, TimeUnit.MINUTES)).isTrue();
          lock.unlock();
        });
  }

  @Test
  void interruptEndsAnInterruptibleAcquireOnly() throws Exception {
    reserve();
    lock.lock();
    CountDownLatch ended = new CountDownLatch(1);
    Thread interruptible =
        new Thread(
            () -> {
              try {
                lock.lockInterruptibly();
              } catch (InterruptedException e) {
                ended.countDown();
              }
            });
    interruptible.start();
    await(() -> interruptible.getState() == Thread.State.TIMED_WAITING);
    interruptible.interrupt();
    assertThat(ended.await(Race.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();

    AtomicBoolean entered = new AtomicBoolean();
    AtomicBoolean flagKept = new AtomicBoolean();
    Thread stubborn =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              lock.lock();
              entered.set(true);
              flagKept.set(Thread.interrupted());
              lock.unlock();
            });
    stubborn.start();
    await(() -> stubborn.getState() == Thread.State.TIMED_WAITING);
    assertThat(entered).isFalse();
    lock.unlock();
    stubborn.join(TimeUnit.SECONDS.toMillis(Race.DEADLINE_SECONDS));
    assertThat(entered).isTrue();
    assertThat(flagKept).isTrue();
  }

  @Test
  void groupIsSwitchedOffByTooManyRevocations() throws Exception {
    ReservationGroup group = new ReservationGroup("impatient");
    for (int i = 0; i < 32; i++) {
      assertThat(group.isReserving()).as(group.offReason()).isTrue();
      ReservableLock one = new ReservableLock(group, 1);
      one.lock();
      one.unlock();
      inOtherThread(
          () -> {
            one.lock();
            one.unlock();
          });
    }
    assertThat(group.isReserving()).isFalse();
    assertThat(group.offReason()).contains("32 reservations were revoked");
    ReservableLock late = new ReservableLock(group, 1);
    late.lock();
    assertThat(late.isReserved()).isFalse();
    late.unlock();
  }

  @Test
  void killSwitchEndsReserving() {
    ReservationGroup group = new ReservationGroup("killed");
    ReservableLock before = new ReservableLock(group, 2);
    before.lock();
    before.unlock();
    group.switchOff();
    before.lock();
    assertThat(before.isReserved()).isFalse();
    before.unlock();
    assertThat(group.toString()).contains("switched off by the program");
  }

  @Test
  void threadsExcludeEachOtherWhileReservationsComeAndGo() throws Exception {
    int locks = 2_000;
    ReservableLock[] all = new ReservableLock[locks];
    long[] counts = new long[locks]; // each guarded by its lock
    for (int i = 0; i < locks; i++) {
      all[i] = new ReservableLock(PATIENT, 1 + i % 4);
    }
    int threads = 4;
    int acquires = 25;
    Race.of(
        threads,
        thread -> {
          for (int i = 0; i < locks; i++) {
            for (int j = 0; j < acquires; j++) {
              all[i].lock();
              counts[i]++;
              all[i].unlock();
            }
          }
        });
    for (int i = 0; i < locks; i++) {
      assertThat(counts[i]).as("lock %d", i).isEqualTo((long) threads * acquires);
    }
  }

  private void reserve() {
    for (int i = 0; i < ReservableLock.LEARNING_ACQUIRES; i++) {
      lock.lock();
      lock.unlock();
    }
    assertThat(lock.isReserved()).isTrue();
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void inOtherThread(Action action) throws Exception {
    Race.of(1, thread -> action.run());
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Race.DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.onSpinWait();
    }
  }
}
