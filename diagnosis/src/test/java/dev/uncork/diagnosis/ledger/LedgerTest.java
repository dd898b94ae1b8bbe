package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Limit;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.RootSpread;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final String WORK = "com.acme.Render.draw(Render.java:40)";

  @Test
  void rowsAddUpToTheCores() {
    Ledger ledger =
        new Looks(4, 1)
            .runs("main", 1, WORK)
            .waits("quote-1", SLEEP, "com.acme.Db.query(Db.java:9)")
            .waits("quote-2", SLEEP, "com.acme.Db.query(Db.java:9)")
            .looks(50)
            .ledger();
    double sum = ledger.rows().stream().mapToDouble(Ledger.Row::coreSeconds).sum();
    assertThat(sum).isCloseTo(4 * 5.0, within(1e-6));
    assertThat(ledger.share(RowKind.UNEXPLAINED)).isZero();
    assertThat(ledger.share(RowKind.TIMERS)).isCloseTo(0.75, within(0.01));
  }

  @Test
  void chainOfOwnersLeadsToTheLastLock() {
    Root root =
        new Looks(2, 0.1)
            .blocked("a", "com.acme.Outer", "b", "com.acme.Outer.get(Outer.java:5)")
            .blocked("b", "com.acme.Inner", "c", "com.acme.Inner.put(Inner.java:8)")
            .waits("c", SLEEP, "com.acme.Audit.write(Audit.java:3)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.object()).isEqualTo("com.acme.Inner");
    assertThat(root.cause())
        .hasValueSatisfying(cause -> assertThat(cause.activity()).isEqualTo(Activity.SLEEP));
  }

  @Test
  void whereAThreadWasWillingToStopIsNotWhatItDoes() {
    String worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
    Looks looks = new Looks(2, 1);
    for (int look = 0; look < 40; look++) {
      looks.waits(
          "pipeline",
          "jdk.internal.misc.Unsafe.park(Native Method)",
          "java.util.concurrent.CompletableFuture.join(C.java:1)",
          "com.acme.Chain.all(Chain.java:5)");
      if (look % 8 == 0) {
        looks.runs("async-1", 0.9, "com.acme.Chain.enrich(Chain.java:9)", worker);
      } else {
        looks.runs(
            "async-1",
            0.9,
            "java.util.concurrent.LinkedBlockingQueue.signalNotEmpty(L.java:1)",
            "java.util.concurrent.ThreadPoolExecutor.execute(T.java:1)",
            worker);
      }
      looks.look();
    }
    assertThat(looks.root().cause().flatMap(Root.Cause::site))
        .hasToString("Optional[com.acme.Chain.enrich(Chain.java:9)]");
  }

  @Test
  void whatWasSeenOverMoreThanASecondIsKnownOfAllOfIt() {
    Ledger ledger =
        new Looks(2, 2)
            .seen(1600, 3200, 4000)
            .runs("a", 1, "com.acme.Sum.add(Sum.java:5)")
            .looks(40)
            .ledger();
    assertThat(ledger.rows())
        .filteredOn(row -> row.coreSeconds() > 1e-6)
        .extracting(Ledger.Row::kind)
        .containsExactly(RowKind.WORK);
  }

  @Test
  void tasksBehindABusyPoolAreChargedToIt() {
    Root root =
        new Looks(4, 1)
            .pool(5, 1, 1, 900)
            .worker("render-1", 5, Thread.State.RUNNABLE, 1, WORK)
            .waits("http-1", SLEEP, "com.acme.Http.retry(Http.java:4)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(root.pool()).hasValueSatisfying(pool -> assertThat(pool.queued()).isEqualTo(900));
  }

  /** A pool with a thread that waits for an answer, and two that listen. */
  private static Looks listeners(String type) {
    Looks looks = new Looks(4, 0.1).pool(5, type, 3, 3, 20);
    for (String thread : List.of("qtp-1", "qtp-2")) {
      looks.worker(
          thread,
          5,
          Thread.State.RUNNABLE,
          0,
          "sun.nio.ch.EPoll.wait(Native Method)",
          "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:145)",
          "org.eclipse.jetty.io.ManagedSelector.nioSelect(ManagedSelector.java:181)");
    }
    return looks
        .worker(
            "qtp-3",
            5,
            Thread.State.TIMED_WAITING,
            0.1,
            "java.lang.Thread.sleep(Thread.java:509)",
            "com.acme.Bureau.score(Bureau.java:4)")
        .looks(30);
  }

  @Test
  void whoListensInAServersPoolTakesNoTaskFromItsQueue() {
    Looks server = listeners("org.eclipse.jetty.util.thread.QueuedThreadPool");
    assertThat(server.root().kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    Looks ofTheProgram = listeners("java.util.concurrent.ThreadPoolExecutor");
    assertThat(ofTheProgram.ledger().roots())
        .as("tasks that would only wait, too")
        .noneMatch(root -> root.kind() == FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void moreThreadsAreNoHelpWhereWorkersAreBlockedAtALock() {
    Root root =
        new Looks(4, 1)
            .pool(5, 2, 2, 900)
            .worker("render-1", 5, Thread.State.RUNNABLE, 1, WORK)
            .blocked("x", "com.acme.Cache", "render-1", "com.acme.Cache.get(Cache.java:7)")
            .worker("render-2", 5, Thread.State.BLOCKED, 0, "com.acme.Cache.get(Cache.java:7)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void noMoreThreadsWaitThanThereAreWhereLooksAreRare() {
    Root root =
        new Looks(2, 0.1)
            .seen(1000, 2000, 3000)
            .lasts(3000)
            .waitsForPermit("cart-1", 3, "com.acme.Cart.fill(Cart.java:4)")
            .waitsForPermit("cart-2", 3, "com.acme.Cart.fill(Cart.java:4)")
            .waits("cart-3", SLEEP, "com.acme.Cart.pay(Cart.java:9)")
            .looks(5)
            .root();
    assertThat(root.threads()).isEqualTo(2);
  }

  @Test
  void whoSleepsWhileAnotherWaitsForHisEndMayBeIdle() {
    Ledger ledger =
        new Looks(2, 0.1)
            .stays("reporter", SLEEP, "com.acme.Main.report(Main.java:3)")
            .joins("main", "reporter", "com.acme.Main.main(Main.java:9)")
            .looks(20)
            .ledger();
    assertThat(ledger.roots()).isEmpty();
  }

  @Test
  void whereTheHolderOfALockWaitsForRoomAllOthersDoToo() {
    Root root =
        new Looks(2, 0.1)
            .waits(
                "seller-1",
                PARK,
                "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:9)",
                "com.acme.Log.add(Log.java:7)")
            .blocked("seller-2", "com.acme.Log", "seller-1", "com.acme.Log.add(Log.java:5)")
            .blocked("seller-3", "com.acme.Log", "seller-1", "com.acme.Log.add(Log.java:5)")
            .waits("writer", SLEEP, "com.acme.Log.write(Log.java:20)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(root.threads()).isEqualTo(3);
  }

  @Test
  void whoSleepsWithALockIsNotIdle() {
    Root root =
        new Looks(2, 0.1)
            .stays("audit-1", SLEEP, "com.acme.Audit.check(Audit.java:3)")
            .blocked("audit-2", "com.acme.Audit", "audit-1", "com.acme.Audit.check(Audit.java:2)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.causes().get(0).activity()).isEqualTo(Activity.SLEEP);
  }

  @Test
  void moreThreadsAreNoHelpWhereAWorkerWaitsForTheDiskToKeepWhatWasWritten() {
    String[][] stacks = {
      {
        "sun.nio.ch.UnixFileDispatcherImpl.force0(UnixFileDispatcherImpl.java)",
        "sun.nio.ch.FileChannelImpl.force(FileChannelImpl.java:451)",
        "com.acme.Journal.append(Journal.java:9)"
      },
      {
        "java.io.RandomAccessFile.readBytes0(RandomAccessFile.java)",
        "java.io.RandomAccessFile.read(RandomAccessFile.java:405)",
        "com.acme.Journal.force(Journal.java:12)"
      }
    };
    FindingKind[] kinds = {FindingKind.STORAGE_WAIT, FindingKind.POOL_TOO_SMALL};
    for (int i = 0; i < stacks.length; i++) {
      Root root =
          new Looks(4, 0.5)
              .pool(5, 1, 1, 9)
              .worker("store-1", 5, Thread.State.RUNNABLE, 0.1, stacks[i])
              .waits(
                  "sender-1",
                  PARK,
                  "java.util.concurrent.FutureTask.get(FutureTask.java:190)",
                  "com.acme.Sender.send(Sender.java:4)")
              .looks(30)
              .root();
      assertThat(root.kind()).isEqualTo(kinds[i]);
    }
  }

  @Test
  void idleWorkersAndLongSleepsAreNoCause() {
    Ledger ledger =
        new Looks(2, 0)
            .stays(
                "pool-1-thread-1",
                PARK,
                "java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1062)")
            .stays("main", SLEEP, "com.acme.Main.report(Main.java:9)")
            .looks(40)
            .ledger();
    assertThat(ledger.share(RowKind.NO_DEMAND)).isCloseTo(1, within(1e-9));
  }

  @Test
  void oneThreadThatOthersWaitForAtABarrierIsAStraggler() {
    String barrier = "java.util.concurrent.CyclicBarrier.await(CyclicBarrier.java:364)";
    Root root =
        new Looks(4, 1)
            .runs("region-0", 1, WORK)
            .waits("region-1", PARK, barrier, "com.acme.Sim.step(Sim.java:20)")
            .waits("region-2", PARK, barrier, "com.acme.Sim.step(Sim.java:20)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.STRAGGLER);
    assertThat(root.cause())
        .hasValueSatisfying(cause -> assertThat(cause.thread()).isEqualTo("region-0"));
  }

  @Test
  void theActionOfABarrierIsASerialPhaseWhoeverRunsIt() {
    String await = "java.util.concurrent.Phaser.arriveAndAwaitAdvance(Phaser.java:700)";
    String action = "com.acme.Sim.sum(Sim.java:31)";
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 30; i++) {
      looks.runs("region-" + i % 3, 0.4, action, await, "com.acme.Sim.step(Sim.java:20)");
      looks.waits("region-" + (i + 1) % 3, PARK, await, "com.acme.Sim.step(Sim.java:20)");
      looks.waits("region-" + (i + 2) % 3, PARK, await, "com.acme.Sim.step(Sim.java:20)").look();
    }
    Root root = looks.root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.site()).hasToString("Optional[" + action + "]");
  }

  /**
   * The JVM calls a thread blocked from its notification on; then nothing says at which monitor.
   */
  @Test
  void whoIsNotifiedAndWakesUpWaitsForNoLock() {
    String flush = "org.acme.log.Log.flush(Log.java:40)";
    for (String lock : new String[] {"", "org.acme.log.Log"}) {
      Looks looks = new Looks(2, 0.2);
      for (int i = 0; i < 30; i++) {
        looks.blocked("writer-" + i % 2, lock, 0, "", "java.lang.Object.wait0", flush);
        looks.runs("writer-" + (i + 1) % 2, 0, "java.io.RandomAccessFile.writeBytes0", flush);
        looks.look();
      }
      assertThat(looks.ledger().share(RowKind.LOCKS) == 0).isEqualTo(lock.isEmpty());
    }
  }

  @Test
  void whereLooksMissTheActionSamplesTellIt() {
    String await = "java.util.concurrent.Phaser.arriveAndAwaitAdvance(Phaser.java:700)";
    String step = "com.acme.Sim.step(Sim.java:20)";
    String action = "com.acme.Sim.sum(Sim.java:31)";
    for (int inAction : new int[] {10, 40}) {
      Looks looks = new Looks(4, 1);
      looks.sampled(inAction, action, await, step).sampled(100 - inAction, WORK);
      for (int i = 0; i < 30; i++) {
        looks.runs("region-" + i % 3, 0.4, WORK);
        looks.waits("region-" + (i + 1) % 3, PARK, await, step);
        looks.waits("region-" + (i + 2) % 3, PARK, await, step).look();
      }
      Root root = looks.root();
      boolean much = inAction > 25;
      assertThat(root.kind()).isEqualTo(much ? FindingKind.SERIAL_PHASE : FindingKind.BARRIER);
      assertThat(root.site()).hasToString("Optional[" + (much ? action : WORK) + "]");
    }
  }

  private static Looks steps() {
    String join = "java.util.concurrent.CompletableFuture.join(CompletableFuture.java:2117)";
    Looks looks = new Looks(4, 2);
    for (int i = 0; i < 40; i++) {
      looks
          .waits("main", PARK, join, "com.acme.Chain.run(Chain.java:20)")
          .runs("async-" + i % 4, 0.25, WORK)
          .look();
    }
    return looks;
  }

  @Test
  void stepsOfChangingThreadsDependOnEachOther() {
    assertThat(steps().root().kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
  }

  @Test
  void fewLooksInLongTimeAreSaid() {
    assertThat(Diagnosis.of(steps().lasts(60_000).recording()).limits())
        .noneMatch(Limit.FewLooks.class::isInstance);
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 16; i++) {
      looks.runs("region-0", 1, WORK).look();
    }
    assertThat(Diagnosis.of(looks.recording()).limits())
        .as("a short recording")
        .noneMatch(Limit.FewLooks.class::isInstance);
    assertThat(Diagnosis.of(looks.lasts(10_000).recording()).limits())
        .contains(new Limit.FewLooks(16, 0.125));
  }

  @Test
  void stepsThatTheKernelPassesOnMuchOfTheTimeHaveNoBound() {
    Finding longer = Diagnosis.of(steps().process(7, 1).recording()).verdict();
    Finding shorter = Diagnosis.of(steps().process(5, 3).recording()).verdict();
    assertThat(longer.kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
    assertThat(longer.isBound()).isTrue();
    assertThat(shorter.kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
    assertThat(shorter.isBound()).isFalse();
  }

  @Test
  void producersAtAFullQueueWaitForItsConsumer() {
    String put = "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:366)";
    Root root =
        new Looks(2, 0.1)
            .waits("ingest-1", PARK, put, "com.acme.Ingest.run(Ingest.java:4)")
            .waits("ingest-2", PARK, put, "com.acme.Ingest.run(Ingest.java:4)")
            .waits("writer", SLEEP, "com.acme.Sink.store(Sink.java:8)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(root.object()).isEqualTo("ArrayBlockingQueue");
    assertThat(root.cause())
        .hasValueSatisfying(
            cause -> assertThat(cause.site().orElseThrow().method()).isEqualTo("store"));
  }

  @Test
  void poolMadeOfAQueueLendsPermits() {
    Root root =
        new Looks(2, 0.1)
            .waits(
                "client-1",
                PARK,
                "java.util.concurrent.ArrayBlockingQueue.take(ArrayBlockingQueue.java:420)",
                "com.acme.ConnectionPool.borrow(ConnectionPool.java:31)",
                "com.acme.Orders.load(Orders.java:12)")
            .waits("client-2", SLEEP, "com.acme.Db.query(Db.java:9)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void serverThatIsPartlyLoadedHasNoDemand() {
    String accept = "sun.nio.ch.Net.accept";
    Looks looks = new Looks(2, 0.6);
    for (int i = 0; i < 60; i++) {
      if (i % 2 == 0) {
        looks.runs("http-" + i % 3, 0.3, WORK);
      }
      looks.runs("acceptor", 0, accept, "com.acme.Server.run(Server.java:4)").look();
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(0.7, within(0.01));
  }

  @Test
  void oneLockAfterAnotherAreTwoPhases() {
    List<RowPhase> phases = oneLockAfterAnother(new Looks(2, 0.9)).ledger().phases(12);
    assertThat(phases)
        .extracting(
            RowPhase::fromSeconds,
            RowPhase::toSeconds,
            phase -> phase.root().orElseThrow().object())
        .containsExactly(
            tuple(0.0, 6.0, "com.acme.Accounts"), tuple(6.0, 12.0, "com.acme.Journal"));
    assertThat(phases)
        .allSatisfy(
            phase -> {
              assertThat(phase.row()).isEqualTo(RowKind.LOCKS);
              assertThat(phase.share()).isCloseTo(0.55, within(0.01));
              assertThat(phase.toOthers()).isZero();
            });
  }

  @Test
  void theyAreTwoPhasesAlsoWhereOtherProcessesTakeTheIdleCores() {
    List<RowPhase> phases = oneLockAfterAnother(new Looks(2, 0.9, 1)).ledger().phases(12);
    assertThat(phases)
        .extracting(phase -> phase.root().orElseThrow().object())
        .containsExactly("com.acme.Accounts", "com.acme.Journal");
    assertThat(phases).allSatisfy(phase -> assertThat(phase.toOthers()).isGreaterThan(0.3));
  }

  @Test
  void locksThatTakeTurnsAllTheTimeAreOnePhase() {
    Looks looks = new Looks(2, 0.9);
    for (int i = 0; i < 60; i++) {
      accounts(looks).looks(1);
      journal(looks).looks(1);
    }
    assertThat(looks.ledger().phases(12)).isEmpty();
  }

  @Test
  void rootsAddUpByStack() {
    Root root =
        new Looks(2, 0.9)
            .runs("worker-0", 1, WORK)
            .blocked("worker-1", "com.acme.Cache", "worker-0", "com.acme.Cache.get(Cache.java:7)")
            .blocked(
                "worker-2",
                "com.acme.Cache",
                "worker-0",
                "com.acme.Cache.get(Cache.java:7)",
                "com.acme.Page.show(Page.java:3)")
            .looks(40)
            .root();
    assertThat(root.spread().stacks()).hasSize(2);
    assertThat(root.spread().stacks().stream().mapToDouble(RootSpread.Stack::coreSeconds).sum())
        .isCloseTo(root.coreSeconds(), within(1e-6));
  }

  private static Looks oneLockAfterAnother(Looks looks) {
    return journal(accounts(looks).looks(60)).looks(60);
  }

  private static Looks accounts(Looks looks) {
    return looks
        .runs("worker-0", 0.9, "com.acme.Accounts.add(Accounts.java:4)")
        .blocked(
            "worker-1", "com.acme.Accounts", "worker-0", "com.acme.Accounts.add(Accounts.java:3)");
  }

  private static Looks journal(Looks looks) {
    return looks
        .runs("worker-0", 0.9, "com.acme.Journal.write(Journal.java:4)")
        .blocked(
            "worker-1", "com.acme.Journal", "worker-0", "com.acme.Journal.write(Journal.java:3)");
  }
}
