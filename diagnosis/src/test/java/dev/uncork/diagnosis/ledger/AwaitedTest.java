package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockStack;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is waited for, where one look may take him for idle, or his step for one of many. */
class AwaitedTest {
  private static final String WORK = "com.acme.Render.draw(Render.java:40)";
  private static final String AWAIT =
      "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)";
  private static final String ACQUIRE =
      "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(A.java:1)";
  private static final String SEMAPHORE =
      "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)";
  private static final String LOCK =
      "java.util.concurrent.locks.ReentrantLock.lockInterruptibly(ReentrantLock.java:372)";
  private static final String PUT = "java.util.concurrent.LinkedBlockingQueue.put(L.java:1)";
  private static final String GET = "java.util.concurrent.CompletableFuture.get(C.java:1)";
  private static final String WORKER =
      "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
  private static final String GET_TASK =
      "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)";
  private static final String SELECT = "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:1)";

  @Test
  void loneSleeperBesideAFullQueueIsItsConsumer() {
    Looks looks = new Looks(2, 0.02).ran("uploader", 0.005, SLEEP, "com.acme.Up.load(Up.java:3)");
    for (int i = 0; i < 6; i++) {
      looks.waits("crawler-" + i, PARK, AWAIT, PUT, "com.acme.Crawl.page(Crawl.java:5)");
    }
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
  }

  private static Looks batches(double ran) {
    String poll = "java.util.concurrent.LinkedBlockingQueue.poll(LinkedBlockingQueue.java:451)";
    String[] collect = {PARK, AWAIT, poll, "com.acme.Batch.collect(Batch.java:7)"};
    Looks looks = new Looks(2, 0.1);
    looks = ran > 0 ? looks.waits("batcher", collect) : looks.stays("batcher", collect);
    return looks
        .ran("request-1", 0.01, PARK, GET, "com.acme.Api.save(Api.java:5)")
        .ran("request-2", 0.01, PARK, GET, "com.acme.Api.save(Api.java:5)")
        .looks(30);
  }

  @Test
  void whoWaitsForMoreUntilTimeIsUpIsWaitedFor() {
    Root root = batches(0.05).root();
    assertThat(root.kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(root.site().orElseThrow().method()).isEqualTo("collect");
    assertThat(batches(0).ledger().roots())
        .noneMatch(other -> other.kind() == FindingKind.TIMED_WAIT);
  }

  private static List<Root> relay(int atOnce) {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 30; i++) {
      for (int worker = 0; worker < 4; worker++) {
        boolean runs = (i + worker) % 4 < atOnce;
        String name = "pool-1-thread-" + worker;
        looks =
            runs
                ? looks.runs(name, 1.0 / atOnce, WORK, WORKER)
                : looks.ran(name, 0, PARK, AWAIT, GET_TASK, WORKER);
      }
      looks.ran("gateway", 0, SLEEP, "com.acme.Gate.fill(Gate.java:3)").look();
    }
    return looks.ledger().roots();
  }

  @Test
  void threadsThatWorkOneAfterTheOtherWithoutAPauseAreAsFewAsOne() {
    assertThat(relay(1)).extracting(Root::kind).containsExactly(FindingKind.SERIAL_PHASE);
    assertThat(relay(2)).isEmpty();
  }

  private static Looks handsOut(Looks looks, String... threads) {
    for (String thread : threads) {
      looks.waits(thread, PARK, ACQUIRE, SEMAPHORE, "com.acme.Ask.it(Ask.java:5)");
    }
    return looks;
  }

  @Test
  void whoAloneMayHandOutNoMoreWaitsForThoseWhoDoIt() {
    String reply = "com.acme.Price.reply(Price.java:3)";
    Looks sleeps = handsOut(new Looks(2, 0.02), "asker").ran("loop-1", 0.005, SLEEP, reply);
    assertThat(sleeps.looks(30).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    Looks runs = handsOut(new Looks(2, 1), "asker").runs("loop-1", 1, reply);
    assertThat(runs.looks(30).root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    Looks nobody = handsOut(new Looks(2, 0.02), "asker");
    assertThat(nobody.looks(30).root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  @Test
  void permitsThatComeBackFromOneThreadOnlyDontHelp() {
    String commit = "com.acme.Commit.write(Commit.java:3)";
    Looks one = handsOut(new Looks(2, 1), "parser-1", "parser-2").runs("committer", 1, commit);
    Root root = one.looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.cause().orElseThrow().thread()).isEqualTo("committer");
    Looks holder = handsOut(new Looks(2, 1), "parser-1", "parser-2").runs("parser-3", 1, commit);
    assertThat(holder.looks(30).root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
    Looks elsewhere =
        handsOut(new Looks(2, 1), "parser-1", "parser-2")
            .runs("committer", 1, commit)
            .waits("parser-3", SLEEP, "com.acme.Ask.it(Ask.java:6)");
    assertThat(elsewhere.looks(30).root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  @Test
  void whereSeveralWaitForPermitsThereAreTooFew() {
    Looks looks = handsOut(new Looks(2, 0.02), "asker-1", "asker-2");
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  @Test
  void loneSleeperIsNoConsumerWhereAnotherThreadIsAtWork() {
    String write = "java.io.RandomAccessFile.writeBytes(RandomAccessFile.java:559)";
    Root root =
        new Looks(2, 0.3)
            .ran("main", 0, SLEEP, "com.acme.Main.main(Main.java:3)")
            .runs("journal", 0.01, write, "com.acme.Journal.write(Journal.java:8)")
            .waits("booking-1", PARK, AWAIT, PUT, "com.acme.Book.it(Book.java:5)")
            .waits("booking-2", PARK, AWAIT, PUT, "com.acme.Book.it(Book.java:5)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(root.cause().orElseThrow().thread()).isEqualTo("journal");
  }

  @Test
  void whoFillsAFullQueueDoesNotEmptyIt() {
    Root root =
        new Looks(4, 2)
            .waits("producer-1", PARK, AWAIT, PUT, "com.acme.Book.it(Book.java:5)")
            .runs("producer-2", 0.9, WORK)
            .runs("packer", 0.9, "com.acme.Pack.it(Pack.java:7)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
    assertThat(root.causes()).extracting(Root.Cause::thread).containsExactly("packer");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 40})
  void anotherLateOneInEachRoundIsAStraggler(int roundsForEachOther) {
    String get = "java.util.concurrent.FutureTask.get(FutureTask.java:191)";
    String all = "java.util.concurrent.AbstractExecutorService.invokeAll(A.java:244)";
    Looks looks = new Looks(2, 1.2);
    for (int round = 0; round < 20; round++) {
      for (int look = 0; look < 2; look++) {
        looks
            .waits("main", PARK, get, all, "com.acme.Index.all(Index.java:3)")
            .runs("indexer-" + round % 8, 0.9, WORK, WORKER);
        if (look == 0 && (round + 1) % roundsForEachOther == 0) {
          looks.runs("indexer-" + (round + 1) % 8, 0.5, WORK, WORKER);
        }
        looks.look();
      }
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.STRAGGLER);
  }

  @Test
  void loneSleeperInATaskKeepsThoseWhoWantItsResult() {
    Looks looks =
        new Looks(2, 0.02)
            .ran("pool-1", 0.005, SLEEP, "com.acme.Fetch.get(Fetch.java:3)", WORKER)
            .waits("caller-1", PARK, GET, "com.acme.Page.show(Page.java:5)")
            .waits("caller-2", PARK, GET, "com.acme.Page.show(Page.java:5)");
    Ledger ledger = looks.looks(30).ledger();
    assertThat(ledger.share(RowKind.NO_DEMAND)).isCloseTo(0, within(0.05));
  }

  @Test
  void aLibrarysExecutorThatSleepsInATaskKeepsThoseWhoWantItsResultsInOrder() {
    Root root =
        new Looks(2, 0.02)
            .ran(
                "device-1",
                0.05,
                SLEEP,
                "com.acme.Device.read(Device.java:3)",
                "io.netty.util.concurrent.DefaultEventExecutor.run(DefaultEventExecutor.java:66)")
            .waits("caller-1", PARK, GET, "com.acme.Page.show(Page.java:5)")
            .waits("caller-2", PARK, GET, "com.acme.Page.show(Page.java:5)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
  }

  @Test
  void loneSleeperInAPoolWithTasksDueMakesItTooSmall() {
    Root root =
        new Looks(2, 0.02)
            .worker(
                "timer-1",
                4,
                Thread.State.TIMED_WAITING,
                0.005,
                SLEEP,
                "com.acme.Poll.poll(Poll.java:3)",
                WORKER)
            .pool(4, 1, 1, 12)
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void loneSleeperThatNobodyWaitsForIsHousekeeping() {
    for (double share : new double[] {0.005, 0.013, 0.05}) {
      Looks looks =
          new Looks(2, 0.02)
              .ran("sweeper", share, SLEEP, "com.acme.Sweep.run(Sweep.java:3)")
              .turns("sweeper", 150_000)
              .stays("main", PARK, GET, "com.acme.Main.main(Main.java:5)");
      assertThat(looks.looks(30).ledger().share(RowKind.NO_DEMAND) > 0.9)
          .as("share: " + share)
          .isEqualTo(share < 0.015);
    }
  }

  @Test
  void loneSleeperThatWakesUpRarelyMayDoMoreThen() {
    for (long turn : new long[] {1_000_000, 100_000}) {
      Looks looks =
          new Looks(2, 0.03)
              .ran("client", 0.025, SLEEP, "com.acme.Client.run(Client.java:3)")
              .turns("client", turn)
              .stays("main", PARK, GET, "com.acme.Main.main(Main.java:5)");
      assertThat(looks.looks(30).ledger().share(RowKind.NO_DEMAND) > 0.9)
          .as("CPU time each time: " + turn)
          .isEqualTo(turn == 1_000_000);
    }
  }

  @Test
  void whoPausesWithOthersAtOnePlaceIsPaced() {
    assertThat(pausing("com.acme.Send.pace(Send.java:4)", 6).root().kind())
        .isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void whoPausesWithOthersAndThenFindsNothingToDoIsIdle() {
    Looks looks = pausing("com.acme.Lease.renew(Lease.java:4)", 6);
    for (int i = 0; i < 6; i++) {
      looks.turns("sender-" + i, 12_000);
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.02));
  }

  @Test
  void whoPausesAloneLooksAfterSomethingNowAndThen() {
    assertThat(pausing("com.acme.Send.pace(Send.java:4)", 1).ledger().share(RowKind.NO_DEMAND))
        .isCloseTo(1, within(0.02));
  }

  @Test
  void whoPausesUntilThereIsSomethingToDoIsIdle() {
    assertThat(
            pausing("com.acme.SleepingIdleStrategy.idle(S.java:4)", 6)
                .ledger()
                .share(RowKind.NO_DEMAND))
        .isCloseTo(1, within(0.02));
  }

  @Test
  void severalThatSleepForAMomentAndThenFindNothingToDoAreIdle() {
    assertThat(polling(12_000).ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.02));
    assertThat(polling(70_000).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(polling(0).root().kind()).as("unknown").isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void whoTriesAgainWhileOneOfThemIsAtWorkWaitsForALock() {
    String park = "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:410)";
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 40; i++) {
      for (int guest = 0; guest < 4; guest++) {
        if (guest == i % 4) {
          looks.runs("guest-" + guest, 0.25, WORK);
        } else {
          looks.waits("guest-" + guest, park, "com.acme.Vault.enter(Vault.java:6)");
        }
      }
      looks.look();
    }
    Root root = looks.root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.site().orElseThrow().method()).isEqualTo("enter");
  }

  @Test
  void whoLooksOftenAndFindsNothingToDoIsIdle() {
    String park = "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:410)";
    for (String wait : new String[] {park, SLEEP}) {
      Looks looks =
          new Looks(2, 0.02)
              .worker(
                  "poller",
                  0,
                  Thread.State.TIMED_WAITING,
                  0.02,
                  wait,
                  "com.acme.Box.look(B.java:4)")
              .turns("poller", 35_000)
              .looks(30);
      assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.02));
      assertThat(looks.turns("poller", 300_000).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    }
  }

  @Test
  void whoDoesAnOperationEachTimeHeWakesUpIsNotIdle() {
    // 1,714 turns in 3 s
    assertThat(polling(35_000).operations(500).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    for (double rate : new double[] {50, 50_000}) {
      assertThat(polling(35_000).operations(rate).ledger().share(RowKind.NO_DEMAND))
          .isCloseTo(1, within(0.02));
    }
  }

  private static Looks polling(long nanosPerTurn) {
    Looks looks = new Looks(2, 0.02);
    for (int i = 0; i < 6; i++) {
      looks
          .ran("poller-" + i, 0.003, SLEEP, "com.acme.Mailbox.watch(Mailbox.java:4)")
          .turns("poller-" + i, nanosPerTurn);
    }
    return looks.looks(30);
  }

  private static Looks pausing(String at, int threads) {
    String park = "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:410)";
    Looks looks = new Looks(2, 0.02);
    for (int i = 0; i < threads; i++) {
      looks.worker("sender-" + i, 0, Thread.State.TIMED_WAITING, 0.003, park, at);
    }
    return looks.looks(30);
  }

  @Test
  void whoSleepsInALoopOfItsOwnKeepsOthersWaitingForATime() {
    Looks looks = new Looks(2, 0.02);
    for (int i = 0; i < 2; i++) {
      looks
          .ran("runner-" + i, 0.02, SLEEP, "com.acme.Table.poll(Table.java:4)")
          .waits("rest-" + i, PARK, GET, "com.acme.Rest.call(Rest.java:5)")
          .waits("rest-" + (i + 2), PARK, GET, "com.acme.Rest.call(Rest.java:5)");
    }
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void poolWhoseThreadsHaveAllCoresIsNotTooSmall() {
    Looks looks = new Looks(2, 1.8);
    for (int i = 0; i < 2; i++) {
      looks.worker("pool-" + i, 4, Thread.State.RUNNABLE, 0.9, WORK, WORKER);
    }
    assertThat(looks.pool(4, 2, 2, 500).looks(30).ledger().roots()).isEmpty();
  }

  @Test
  void aQueuesOwnLockIsALockThoughItsUsersPutAndTake() {
    Looks looks = new Looks(4, 1).runs("pump-0", 1, WORK);
    for (int i = 1; i < 4; i++) {
      looks.waits("pump-" + i, PARK, ACQUIRE, LOCK, PUT, "com.acme.Pump.put(Pump.java:5)");
    }
    assertThat(looks.looks(30).root().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void whoWaitsForInputWithALockKeepsNobodyFromAnything() {
    Looks looks =
        new Looks(2, 0)
            .stays("nio-1", SELECT, "com.acme.Loop.run(Loop.java:9)")
            .blocked("nio-2", "sun.nio.ch.EPollSelectorImpl", "nio-1", SELECT);
    assertThat(looks.looks(30).ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.02));
  }

  @Test
  void oneTaskOfManyThatTakesLongIsAStraggler() {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 40; i++) {
      looks
          .runs("pool-" + i / 10, 1, WORK)
          .waits("main", PARK, GET, "com.acme.Main.all(Main.java:5)")
          .look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.STRAGGLER);
  }

  @Test
  void ofManySmallTasksNoneIsLate() {
    assertThat(oneOrTwoAtWork(5_000_000, 1).root().kind()).isEqualTo(FindingKind.STRAGGLER);
    assertThat(oneOrTwoAtWork(100_000, 1).root().kind()).isEqualTo(FindingKind.HAND_OVER);
  }

  @Test
  void smallTasksThatUseOneCoreFollowEachOther() {
    assertThat(oneOrTwoAtWork(100_000, 0.8).root().kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
  }

  private static Looks oneOrTwoAtWork(long nanosPerTurn, double cpu) {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 40; i++) {
      looks.runs("pool-" + i % 4, cpu, WORK);
      if (i % 4 == 0) {
        looks.runs("pool-" + (i + 1) % 4, cpu, WORK);
      }
      looks.waits("main", PARK, GET, "com.acme.Main.all(Main.java:5)").look();
    }
    for (int i = 0; i < 4; i++) {
      looks.turns("pool-" + i, nanosPerTurn);
    }
    return looks;
  }

  @Test
  void stepsThatGoFromThreadToThreadDependOnEachOther() {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 40; i++) {
      looks
          .runs("pool-" + i % 4, 1, WORK)
          .waits("main", PARK, GET, "com.acme.Main.all(Main.java:5)")
          .look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
  }

  @Test
  void aThreadThatANewOneFollowsAgainAndAgainIsTheOnlyOneAtWork() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 40; i++) {
      String wait = "java.lang.Object.wait(Object.java:366)";
      looks
          .runs("pool-" + i / 5 + "-thread-1", 1, WORK)
          .waits("importer", wait, "com.acme.Rows.processed(Rows.java:180)")
          .look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  @Test
  void whoIsLateInEachRoundIsAStragglerThoughEachRoundHasThreadsOfItsOwn() {
    String await = "java.util.concurrent.CountDownLatch.await(C.java:1)";
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 40; i++) {
      looks.runs("part-3", i, 1, WORK);
      if (i % 10 == 0) {
        looks.runs("part-1", i + 100, 1, WORK);
      }
      looks.waits("main", PARK, await, "com.acme.Main.all(Main.java:5)").look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.STRAGGLER);
  }

  @Test
  void newThreadsOfOneNameSideBySideAreNotOneThread() {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 40; i++) {
      looks
          .runs("task", 2 * i, i % 20 == 0 ? 0.5 : 1, WORK)
          .waits("main", PARK, GET, "com.acme.Main.all(Main.java:5)");
      if (i % 20 == 0) {
        looks.runs("task", 2 * i + 1, 0.5, WORK);
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.DEPENDENT_STEPS);
  }

  @Test
  void poolWhoseWorkerCutsAStreamIntoPiecesIsNotTooSmall() {
    Root root =
        new Looks(2, 1)
            .worker(
                "ForkJoinPool.commonPool-worker-1",
                4,
                Thread.State.RUNNABLE,
                1,
                "com.acme.Source.next(Source.java:8)",
                "java.util.stream.IntStream$1.tryAdvance(IntStream.java:1)",
                "java.util.Spliterators$AbstractIntSpliterator.trySplit(Spliterators.java:1)",
                "java.util.stream.AbstractTask.compute(AbstractTask.java:1)",
                "java.util.concurrent.ForkJoinWorkerThread.run(F.java:1)")
            .waits("main", PARK, GET, "com.acme.Main.all(Main.java:5)")
            .pool(4, 1, 1, 2)
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.site().orElseThrow().method()).isEqualTo("next");
  }

  @Test
  void whoWorksAloneBetweenRoundsOfOthersIsASerialPhase() {
    Looks looks = new Looks(2, 1.4);
    for (int i = 0; i < 40; i++) {
      if (i % 5 < 3) {
        looks
            .runs("main", 0.6, WORK, "com.acme.Main.merge(Main.java:9)")
            .waits("pool-0", PARK, GET_TASK)
            .waits("pool-1", PARK, GET_TASK);
      } else {
        looks
            .ran("main", 0.6, PARK, GET, "com.acme.Main.all(Main.java:5)")
            .runs("pool-0", 0.4, WORK, "com.acme.Map.map(Map.java:3)", WORKER)
            .runs("pool-1", 0.4, WORK, "com.acme.Map.map(Map.java:3)", WORKER);
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  @Test
  void threadsThatTakeTurnsHandOver() {
    assertThat(turns(0.4, 40).root().kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(turns(0.1, 40).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.HAND_OVER);
  }

  @Test
  void threadsThatAllRestAtTimesShareWhatComesNowAndThen() {
    assertThat(turns(0.4, 8).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.HAND_OVER);
  }

  /** Two threads, both of which have rested at one of so many looks. */
  private static Looks turns(double cpuShare, int restsEach) {
    String take = "java.util.concurrent.SynchronousQueue.take(SynchronousQueue.java:1)";
    Looks looks = new Looks(2, 2 * cpuShare);
    for (int i = 0; i < 40; i++) {
      double share = i % restsEach == 0 ? 0 : cpuShare;
      looks
          .ran(i % 2 == 0 ? "ping" : "pong", share, PARK, take, "com.acme.Call.it(Call.java:3)")
          .runs(i % 2 == 0 ? "pong" : "ping", share, WORK)
          .stays("main", SLEEP, "com.acme.Main.main(Main.java:5)")
          .look();
    }
    return looks;
  }

  @Test
  void threadsThatHandOnPermitsOfTheirOwnTakeTurns() {
    assertThat(passing(true).root().kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(passing(false).root().kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  /** Three threads, two of which wait for a permit at a time. */
  private static Looks passing(boolean own) {
    Looks looks = new Looks(2, 0.8);
    for (int i = 0; i < 60; i++) {
      looks.runs("station-" + i % 3, 0.25, WORK);
      for (int other = 1; other < 3; other++) {
        int station = (i + other) % 3;
        looks.waitsForPermit(
            "station-" + station, own ? station + 1 : 1, "com.acme.Ring.pass(Ring.java:3)");
      }
      looks.look();
    }
    return looks;
  }

  @Test
  void threadsThatMeetAtABarrierTakeNoTurns() {
    String await = "java.util.concurrent.CyclicBarrier.await(CyclicBarrier.java:1)";
    Looks looks = new Looks(2, 1.2);
    for (int i = 0; i < 40; i++) {
      looks
          .ran(i % 2 == 0 ? "grid-0" : "grid-1", 0.6, PARK, await, "com.acme.Grid.go(Grid.java:3)")
          .runs(i % 2 == 0 ? "grid-1" : "grid-0", 0.6, WORK)
          .look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.BARRIER);
  }

  @Test
  void threadsThatAreFedFromOutsideTakeNoTurns() {
    String take = "java.util.concurrent.LinkedBlockingQueue.take(L.java:1)";
    Looks looks = new Looks(2, 0.8);
    for (int i = 0; i < 40; i++) {
      looks
          .ran("worker-1", 0.3, PARK, AWAIT, take, "com.acme.Serve.next(Serve.java:3)")
          .ran("worker-2", 0.3, PARK, AWAIT, take, "com.acme.Serve.next(Serve.java:3)")
          .ran("acceptor", 0.02, SELECT, "com.acme.Loop.run(Loop.java:9)")
          .look();
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(0.6, within(0.02));
  }

  @Test
  void carriersOfPinnedThreadsAreKeptFromOthers() {
    Looks looks = carriers(0.004).pinned(pinned());
    Root root = looks.root();
    assertThat(root.kind()).isEqualTo(FindingKind.PINNED_CARRIERS);
    assertThat(root.site().orElseThrow().method()).isEqualTo("compare");

    Looks shortWaits = carriers(0.05, Thread.State.TIMED_WAITING).pinned(pinned());
    assertThat(shortWaits.root().kind()).isEqualTo(FindingKind.PINNED_CARRIERS);
    Looks freeCores = carriers(0.05).pinned(pinned());
    assertThat(freeCores.root().kind()).isEqualTo(FindingKind.PINNED_CARRIERS);
  }

  @Test
  void carriersOfThreadsThatRunAreNotPinned() {
    assertThat(carriers(0.9).pinned(pinned()).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.PINNED_CARRIERS);
  }

  @Test
  void fewerCarriersThanCoresAreTooFewWhereAllOfThemRun() {
    Looks looks =
        new Looks(2, 1)
            .pool(8, 1, 1, 7)
            .worker(
                "ForkJoinPool-1-worker-1",
                8,
                Thread.State.WAITING,
                0.95,
                "jdk.internal.vm.Continuation.run(Continuation.java:251)",
                "java.lang.VirtualThread.runContinuation(VirtualThread.java:297)",
                "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:2019)");
    Root root = looks.looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(root.cause().orElseThrow().activity()).isEqualTo(Activity.PINNED);
  }

  private static Looks carriers(double cpuShare) {
    return carriers(cpuShare, Thread.State.WAITING);
  }

  private static Looks carriers(double cpuShare, Thread.State state) {
    Looks looks = new Looks(2, 2 * cpuShare);
    for (int i = 1; i <= 2; i++) {
      looks.worker(
          "ForkJoinPool-1-worker-" + i,
          8,
          state,
          cpuShare,
          "jdk.internal.vm.Continuation.run(Continuation.java:251)",
          "java.lang.VirtualThread.runContinuation(VirtualThread.java:297)",
          "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:2019)");
    }
    return looks.pool(8, 2, 2, 46).looks(30);
  }

  private static LockStack pinned() {
    List<Frame> stack =
        Stream.of(SLEEP, "com.acme.Sort.compare(Sort.java:7)").map(Frame::parse).toList();
    return new LockStack("", stack, 600, 6_000_000_000L);
  }
}
