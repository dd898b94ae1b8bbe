package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.uncork.protocol.thread.AwaitedClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that wait for each other for ever, and such as only seem to. */
class DeadlocksTest {
  private static final String WORK = "com.acme.Render.draw(Render.java:40)";

  @Test
  void circleThatLastsIsADeadlock() {
    Root root =
        new Looks(2, 0)
            .blocked("a", "com.acme.Account", "b", "com.acme.Bank.move(Bank.java:5)")
            .blocked("b", "com.acme.Account", "a", "com.acme.Bank.move(Bank.java:5)")
            .blocked("c", "com.acme.Account", "a", "com.acme.Bank.move(Bank.java:5)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.stuck())
        .extracting(Stuck::thread, Stuck::lockClass, Stuck::owner)
        .containsExactlyInAnyOrder(
            tuple("a", "com.acme.Account", "b"), tuple("b", "com.acme.Account", "a"));
    assertThat(root.stuck())
        .allSatisfy(
            thread ->
                assertThat(thread.site())
                    .hasValueSatisfying(site -> assertThat(site.method()).isEqualTo("move")));
  }

  @Test
  void ringOfSeveralLocksIsOneDeadlock() {
    Ledger ledger =
        new Looks(2, 0)
            .blocked("a", "com.acme.Account", "b", "com.acme.Bank.move(Bank.java:5)")
            .blocked("b", "com.acme.Ledger", "c", "com.acme.Ledger.add(Ledger.java:8)")
            .blocked("c", "com.acme.Till", "a", "com.acme.Till.open(Till.java:3)")
            .looks(20)
            .ledger();
    assertThat(ledger.roots())
        .filteredOn(root -> root.kind() == FindingKind.DEADLOCK)
        .singleElement()
        .satisfies(
            root ->
                assertThat(root.stuck())
                    .extracting(Stuck::thread, Stuck::owner)
                    .containsExactlyInAnyOrder(tuple("a", "b"), tuple("b", "c"), tuple("c", "a")));
  }

  private static Looks atSharedLock(int looks) {
    Looks all = new Looks(2, 0);
    for (int i = 0; i < looks; i++) {
      atSharedLock(all);
    }
    return all;
  }

  private static void atSharedLock(Looks looks) {
    String acquire = "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(A.java:1)";
    String write = "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock(R.java:959)";
    String read = "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock(R.java:738)";
    looks
        .standsAt("a", "com.acme.Shared", PARK, acquire, write, "com.acme.Map.put(Map.java:5)")
        .standsAt("b", "com.acme.Shared", PARK, acquire, read, "com.acme.Map.get(Map.java:9)")
        .look();
  }

  @Test
  void lockThatAllStandAtForEverIsADeadlockThoughNobodyTellsWhoHasIt() {
    Root root = atSharedLock(40).root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.stuck())
        .extracting(Stuck::thread, Stuck::lockClass, Stuck::owner)
        .containsExactly(tuple("a", "com.acme.Shared", ""), tuple("b", "com.acme.Shared", ""));
    assertThat(atSharedLock(10).root().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    Looks holderSleeps = atSharedLock(1);
    for (int i = 0; i < 40; i++) {
      holderSleeps.stays("c", SLEEP, "com.acme.Map.scan(Map.java:7)");
      atSharedLock(holderSleeps);
    }
    assertThat(holderSleeps.ledger().roots())
        .noneMatch(other -> other.kind() == FindingKind.DEADLOCK);
  }

  @Test
  void circleBeforeThreadsStoodElsewhereIsNone() {
    Looks looks =
        new Looks(2, 0)
            .blocked("a", "com.acme.Account", "b", "com.acme.Bank.move(Bank.java:5)")
            .blocked("b", "com.acme.Account", "a", "com.acme.Bank.move(Bank.java:5)")
            .looks(3)
            .waits("b", PARK, "com.acme.Bank.rest(Bank.java:9)")
            .blocked("a", "com.acme.Account", "b", "com.acme.Bank.move(Bank.java:5)")
            .looks(20);
    assertThat(looks.ledger().roots()).noneMatch(root -> root.kind() == FindingKind.DEADLOCK);
  }

  @Test
  void oneLockThatChangesHandsBetweenLooksIsNone() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 20; i++) {
      looks
          .blocked("a", "com.acme.Account", 1, "b", "com.acme.Bank.move(Bank.java:5)")
          .blocked("b", "com.acme.Account", 1, "a", "com.acme.Bank.move(Bank.java:5)")
          .look();
    }
    assertThat(looks.ledger().roots())
        .extracting(Root::kind)
        .containsExactly(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void circleThatPassesIsNone() {
    Looks looks = new Looks(2, 0.5);
    for (int i = 0; i < 20; i++) {
      looks
          .blocked("a", "com.acme.Account", "b", "com.acme.Bank.move(Bank.java:5)")
          .blocked("b", "com.acme.Account", "a", "com.acme.Bank.move(Bank.java:5)")
          .look()
          .runs("a", 0.5, WORK)
          .runs("b", 0.5, WORK)
          .look();
    }
    assertThat(looks.ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.DEADLOCK)
        .anyMatch(root -> root.kind() == FindingKind.CONTENDED_LOCK);
  }

  @Test
  void poolThatWaitsForItsOwnQueueIsADeadlock() {
    Root root =
        new Looks(2, 0)
            .pool(5, 2, 2, 9)
            .awaits("render-1", 5, AwaitedClass.OWN_QUEUE, Thread.State.WAITING)
            .awaits("render-2", 5, AwaitedClass.OWN_QUEUE, Thread.State.WAITING)
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.row()).isEqualTo(RowKind.DEADLOCK);
    assertThat(root.object()).isEmpty();
    assertThat(root.pool()).hasValueSatisfying(pool -> assertThat(pool.threads()).isEqualTo(2));
    assertThat(root.waitsForTasks()).isTrue();
  }

  @Test
  void poolThatWaitsForTasksElsewhereOrForATimeIsNone() {
    Looks elsewhere =
        new Looks(2, 0)
            .pool(5, 2, 2, 9)
            .awaits("render-1", 5, AwaitedClass.OWN_QUEUE, Thread.State.WAITING)
            .awaits("render-2", 5, "java.util.concurrent.FutureTask", Thread.State.WAITING)
            .looks(20);
    Looks limited =
        new Looks(2, 0)
            .pool(5, 1, 1, 9)
            .awaits("render-1", 5, AwaitedClass.OWN_QUEUE, Thread.State.TIMED_WAITING)
            .looks(20);
    for (Looks looks : List.of(elsewhere, limited)) {
      assertThat(looks.ledger().roots()).noneMatch(root -> root.kind() == FindingKind.DEADLOCK);
    }
  }

  /** A pool whose workers wait for permits, and so many looks at which another thread works. */
  private static Looks waitForPermits(int others) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 60; i++) {
      looks.pool(5, 2, 2, 9);
      for (String worker : List.of("audit-1", "audit-2")) {
        if (i < 20) {
          looks.worker(worker, 5, Thread.State.RUNNABLE, 0.4, WORK);
        } else {
          looks.worker(
              worker,
              5,
              Thread.State.WAITING,
              0,
              PARK,
              "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
              "com.acme.Audit.check(Audit.java:3)");
        }
      }
      if (i > 20 && i <= 20 + others) {
        looks.runs("release", 0.3, "com.acme.Release.some(Release.java:4)");
      }
      looks.look();
    }
    return looks;
  }

  @Test
  void poolThatWaitsForPermitsThatNobodyIsLeftToGiveBackIsADeadlock() {
    Root root = waitForPermits(0).root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.waitsForTasks()).isFalse();
    assertThat(root.waitsForPermits()).isTrue();
    assertThat(waitForPermits(30).ledger().roots())
        .noneMatch(other -> other.kind() == FindingKind.DEADLOCK);
  }
}
