package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.curve.Windows;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockUse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the ledger makes of waits that no name tells, or that a crowded machine blurs. */
class WaitsTest {
  private static final String LOG = "com.acme.Log.write(Log.java:5)";
  private static final String WORK = "com.acme.Render.draw(Render.java:40)";
  private static final String TAKE =
      "java.util.concurrent.LinkedBlockingDeque.takeFirst(LinkedBlockingDeque.java:485)";
  private static final String PARK_NANOS =
      "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:252)";
  private static final String OBJECT_WAIT = "java.lang.Object.wait(Object.java:338)";

  @Test
  void whatLikeThreadsGiveBackIsLent() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 30; i++) {
      for (int thread = 0; thread < 6; thread++) {
        if (thread == i % 6 || thread == (i + 1) % 6) {
          looks.waits("cart-" + thread, SLEEP, "com.acme.Cart.query(Cart.java:30)");
        } else {
          looks.waits("cart-" + thread, PARK, TAKE, "com.acme.Cart.load(Cart.java:12)");
        }
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(looks.root().site().orElseThrow().method()).isEqualTo("load");
  }

  @Test
  void whatAQueueLendsForAMomentIsNotTakenInTurns() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 60; i++) {
      for (int thread = 0; thread < 4; thread++) {
        if (thread == i % 4) {
          looks.runs("import-" + thread, 0.25, "com.acme.Fares.parse(Fares.java:30)");
        } else {
          looks.ran("import-" + thread, 0.25, PARK, TAKE, "com.acme.Shelf.lend(Shelf.java:12)");
        }
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(looks.root().site().orElseThrow().method()).isEqualTo("lend");
  }

  @Test
  void aLibrarysLockMayBeCalledALatch() {
    Root root =
        new Looks(2, 0.1)
            .waitsFor(
                "order-1",
                "org.hsqldb.lib.CountUpDownLatch$Sync",
                PARK,
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireSharedInterruptibly",
                "org.hsqldb.lib.CountUpDownLatch.await(CountUpDownLatch.java:50)",
                "org.hsqldb.Session.executeCompiledStatement(Session.java:1300)",
                "com.acme.Shop.order(Shop.java:5)")
            .waits("order-2", SLEEP, "com.acme.Shop.order(Shop.java:9)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.library().orElseThrow().setting()).contains("hsqldb.tx");
  }

  @Test
  void whoWaitsToBeNotifiedIsNotCountedAsBlockedAtThatLock() {
    Looks looks = new Looks(2, 0.1);
    for (int thread = 0; thread < 8; thread++) {
      looks.waitsFor(
          "order-" + thread,
          "java.lang.Object",
          OBJECT_WAIT,
          "org.h2.mvstore.tx.Transaction.waitForThisToEnd(Transaction.java:745)",
          "com.acme.Shop.order(Shop.java:5)");
    }
    Finding verdict =
        Diagnosis.of(looks.looks(20).lock(monitor("java.lang.Object", 1_000_000)).recording())
            .verdict();
    assertThat(verdict.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(verdict).isInstanceOf(Finding.Waiting.class);
  }

  @Test
  void aLockAtWhichThreadsBlockExplainsThatFewerCoresAreFaster() {
    Experiment faster = fasterOnOneCore();
    Looks alone = new Looks(2, 1.85).experiment(faster).runs("writer-0", 1, LOG).looks(40);
    Looks crowd = new Looks(2, 1.85).experiment(faster).runs("writer-0", 1, LOG);
    for (int i = 1; i <= 4; i++) {
      crowd.blocked("writer-" + i, "com.acme.Log", "writer-0", LOG);
    }
    crowd.looks(40).lock(monitor("com.acme.Log", 16_000_000_000L));

    Looks spread = new Looks(2, 1.85).experiment(faster).runs("writer-0", 1, LOG);
    for (int i = 1; i <= 4; i++) {
      spread.blocked("writer-" + i, "com.acme.Log", "writer-0", LOG);
    }

    assertThat(Diagnosis.of(alone.recording()).verdict().kind())
        .isEqualTo(FindingKind.NEGATIVE_SCALING);
    assertThat(Diagnosis.of(spread.looks(40).recording()).verdict().kind())
        .as("blocked at many locks of a class, none of which stands out")
        .isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(Diagnosis.of(crowd.recording()).verdict().kind())
        .isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @ParameterizedTest
  @CsvSource({"40, 0.6, OVERSUBSCRIBED", "6, 0.6, MACHINE_BUSY", "40, 0, OVERSUBSCRIBED"})
  void aCrowdOfItsOwnIsNoFaultOfOtherProcesses(double ready, double others, FindingKind kind) {
    Looks looks = new Looks(2, 2 - others, others).runs("a", 0.7, LOG).ready(ready).looks(40);

    assertThat(Diagnosis.of(looks.recording()).verdict().kind()).isEqualTo(kind);
  }

  @Test
  void turnsThatThreadsTakeExplainThatFewerCoresAreFaster() {
    String put = "java.util.concurrent.SynchronousQueue.put(SynchronousQueue.java:266)";
    Experiment faster = fasterOnOneCore();
    Looks turns =
        new Looks(2, 0.5)
            .experiment(faster)
            .ran("caller", 0.3, PARK, put, "com.acme.Call.there(Call.java:3)")
            .ran("callee", 0.3, PARK, put, "com.acme.Call.back(Call.java:9)")
            .looks(40);
    assertThat(Diagnosis.of(turns.recording()).verdict().kind()).isEqualTo(FindingKind.HAND_OVER);
  }

  /** A thread hands each step to a pool's only thread, and is mostly seen waking that one up. */
  private static Finding stepsByPool(long nanosEach) {
    String wake = "java.util.concurrent.locks.LockSupport.unpark(LockSupport.java:190)";
    Looks turns =
        new Looks(2, 0.9).experiment(fasterOnOneCore()).turns("pool-1-thread-1", nanosEach);
    for (int i = 0; i < 60; i++) {
      if (i % 3 == 0) {
        turns.worker(
            "pool-1-thread-1",
            5,
            Thread.State.WAITING,
            0.4,
            PARK,
            "java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
            "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1069)");
      } else {
        turns.worker("pool-1-thread-1", 5, Thread.State.RUNNABLE, 0.4, wake);
      }
      if (i % 3 == 1) {
        turns.ran(
            "gateway",
            0.4,
            PARK,
            "java.util.concurrent.FutureTask.get(FutureTask.java:190)",
            "com.acme.Engine.place(Engine.java:5)");
      } else {
        turns.runs("gateway", 0.4, wake, "com.acme.Engine.place(Engine.java:5)");
      }
      turns.look();
    }
    return Diagnosis.of(turns.recording()).verdict();
  }

  @Test
  void aThreadAndThePoolThatItHandsEachStepToTakeTurns() {
    assertThat(stepsByPool(20_000).kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(stepsByPool(400_000).kind()).isNotEqualTo(FindingKind.HAND_OVER);
  }

  @Test
  void aDiskThatIsWaitedForMayBeWhatMadeFewerCoresFaster() {
    String write = "java.io.RandomAccessFile.writeBytes0(RandomAccessFile.java:1)";
    Looks waits = new Looks(2, 0.3, 1).experiment(fasterOnOneCore());
    Looks runs = new Looks(2, 1.7).experiment(fasterOnOneCore());
    for (int i = 0; i < 2; i++) {
      waits.runs("urn-" + i, 0.15, write, "com.acme.Urn.add(Urn.java:4)");
      runs.runs("urn-" + i, 0.85, "com.acme.Urn.add(Urn.java:4)");
    }
    runs.waits("journal", write, "com.acme.Urn.add(Urn.java:4)");
    assertThat(Diagnosis.of(waits.looks(40).recording()).verdict().kind())
        .isEqualTo(FindingKind.STORAGE_WAIT);
    assertThat(Diagnosis.of(runs.looks(40).recording()).verdict().kind())
        .isEqualTo(FindingKind.NEGATIVE_SCALING);
  }

  private static Experiment fasterOnOneCore() {
    return new Windows(2)
        .busy(1.1)
        .work(WorkUnit.COUNTER, "com.acme.Log.lines", cores -> 7800.0 - 1400 * cores)
        .code(cores -> 1, LOG)
        .recording()
        .experiment();
  }

  @Test
  void aHolderThatWaitsItselfIsNotCalledDescheduled() {
    String move = "com.acme.Bank.move(Bank.java:5)";
    Looks runs = besideOthers(move).runs("clerk", 0.3, "com.acme.Bank.sum(Bank.java:8)");
    Looks sleeps = besideOthers(move).waits("clerk", SLEEP, "com.acme.Bank.sum(Bank.java:8)");

    assertThat(findings(runs.looks(40))).contains(FindingKind.HOLDER_DESCHEDULED);
    assertThat(findings(sleeps.looks(40))).doesNotContain(FindingKind.HOLDER_DESCHEDULED);
  }

  /** Three threads wait for a lock, all cores are taken. */
  private static Looks besideOthers(String frame) {
    Looks looks = new Looks(2, 0.3, 1.7).lock(monitor("com.acme.Account", 12_000_000_000L));
    for (String teller : List.of("a", "b", "c")) {
      looks.blocked(teller, "com.acme.Account", "clerk", frame);
    }
    return looks;
  }

  private static List<FindingKind> findings(Looks looks) {
    return Diagnosis.of(looks.recording()).findings().stream().map(Finding::kind).toList();
  }

  private static LockUse monitor(String type, long acquireNanos) {
    return new LockUse(
        new LockId(type, 7, LockKind.MONITOR),
        1000,
        acquireNanos,
        1_000_000,
        400,
        0,
        0,
        List.of(new LockUse.LockSecond(1, 1000, acquireNanos)),
        List.of(),
        List.of());
  }

  @Test
  void whatAnotherThreadMakesIsNotLent() {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 30; i++) {
      looks.runs("parser", 1, WORK);
      for (int thread = 0; thread < 5; thread++) {
        looks.waits("pricer-" + thread, PARK, TAKE, "com.acme.Price.run(Price.java:12)");
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SLOW_PRODUCER);
  }

  @Test
  void aJournalThatHasLittleToWriteIsNotFedTooSlowly() {
    Looks looks = new Looks(4, 1);
    for (int i = 0; i < 30; i++) {
      looks
          .runs("indexer", 1, WORK)
          .ran("journal", 0.001, PARK, TAKE, "com.acme.Log.run(Log.java:7)");
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  @Test
  void poolAndBufferAreKnownByTheNameOfANestedClass() {
    assertThat(
            new Looks(2, 0.1)
                .waits("a", PARK, "com.acme.Limits$BufferPool.get(Limits.java:4)")
                .waits("b", SLEEP, "com.acme.Limits.use(Limits.java:9)")
                .looks(20)
                .root()
                .kind())
        .isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(
            new Looks(2, 1)
                .waits("a", OBJECT_WAIT, "com.acme.Office$Mailbox.post(Office.java:4)")
                .runs("postman", 1, WORK)
                .looks(20)
                .root()
                .kind())
        .isEqualTo(FindingKind.SLOW_CONSUMER);
  }

  @Test
  void pausesBetweenAttemptsAreTimedWaits() {
    Root root =
        new Looks(2, 0.1)
            .waits("sync-1", PARK_NANOS, "com.acme.Retry.call(Retry.java:20)")
            .waits("sync-2", PARK_NANOS, "com.acme.Retry.call(Retry.java:20)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }

  @Test
  void permitsThatNobodyHoldsComeByTime() {
    assertThat(permits(5).kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(permits(1).kind()).isEqualTo(FindingKind.PERMITS_EXHAUSTED);
  }

  /** Threads wait for permits, and at each so many looks another one holds one. */
  private static Root permits(int oneOf) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 40; i++) {
      for (int thread = 0; thread < 5; thread++) {
        if (i % oneOf == 0 && thread == i / oneOf % 5) {
          looks.runs("caller-" + thread, 0.5, WORK);
        } else {
          looks.waitsForPermit("caller-" + thread, 3, "com.acme.Api.call(Api.java:12)");
        }
      }
      looks.stays("refill", i == 7 ? PARK : SLEEP, "com.acme.Refill.run(Refill.java:3)").look();
    }
    return looks.root();
  }

  @Test
  void whatWaitsInALockThatALibraryMadeWaitsForALock() {
    Looks looks = new Looks(2, 0.05);
    for (int thread = 0; thread < 5; thread++) {
      looks.waitsFor(
          "order-" + thread,
          "com.acme.ActiveLock",
          OBJECT_WAIT,
          "com.acme.ActiveLock.waitForGrant(ActiveLock.java:4)");
    }
    looks.waits("order-5", SLEEP, "com.acme.Orders.ask(Orders.java:9)");
    Root root = looks.looks(20).root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.object()).isEqualTo("com.acme.ActiveLock");
  }

  @Test
  void whatThreadsWaitForInNativeCodeMayBeLentByOneOfThem() {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 40; i++) {
      for (int thread = 0; thread < 5; thread++) {
        String writes = "com.acme.Seats.book(Seats.java:9)";
        if (thread == i % 5) {
          looks.ran("book-" + thread, 0.05, SLEEP, writes);
        } else {
          looks.runs("book-" + thread, 0, "com.acme.Store.begin$jni(Native Method)", writes);
        }
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void aPoolMayWaitByASynchronizerOfItsOwn() {
    String acquire = "java.util.concurrent.locks.AbstractQueuedLongSynchronizer.acquire(X.java:1)";
    String loan = "com.acme.ConnectionPool.getConnection(ConnectionPool.java:9)";
    Looks looks = new Looks(2, 0.05).waits("b", SLEEP, "com.acme.Orders.ask(Orders.java:9)");
    Root pool = looks.waitsFor("a", "com.acme.Gate", PARK, acquire, loan).looks(20).root();
    assertThat(pool.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(pool.object()).isEqualTo("com.acme.ConnectionPool");
    String lock = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    looks = new Looks(2, 0.05).waits("b", SLEEP, "com.acme.Orders.ask(Orders.java:9)");
    assertThat(looks.waitsFor("a", lock, PARK, acquire, loan).looks(20).root().kind())
        .isEqualTo(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void resultOfATimersTaskIsWaitedForByTheClock() {
    Root root =
        new Looks(2, 0.1)
            .waitsFor(
                "saga-1",
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
                PARK,
                "java.util.concurrent.FutureTask.get(FutureTask.java:190)",
                "com.acme.Saga.step(Saga.java:20)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.TIMED_WAIT);
  }

  /** Two threads wait for room in a queue, beside a timer's worker and another thread. */
  private static FindingKind besideATimer(double otherRan) {
    String put = "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:366)";
    return new Looks(2, 0.1)
        .waits("report-1", PARK, put, "com.acme.Report.add(Report.java:4)")
        .waits("report-2", PARK, put, "com.acme.Report.add(Report.java:4)")
        .waits(
            "drain",
            PARK,
            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(S.java:9)",
            "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1062)")
        .ran("writer", otherRan, PARK, "com.acme.Writer.await(Writer.java:4)")
        .looks(30)
        .root()
        .kind();
  }

  @Test
  void roomThatATimersTaskMakesComesByTime() {
    assertThat(besideATimer(0)).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(besideATimer(0.1)).isNotEqualTo(FindingKind.TIMED_WAIT);
  }

  /** A result comes from a pool's worker who works for so much of the time, after a delay. */
  private static List<FindingKind> delayed(double worked) {
    return new Looks(2, 0.1)
            .ran(
                "caller",
                0.05,
                PARK,
                "java.util.concurrent.CompletableFuture.get(CompletableFuture.java:2093)",
                "com.acme.Try.call(Try.java:4)")
            .ran(
                "worker",
                worked,
                PARK,
                "java.util.concurrent.ForkJoinPool.awaitWork(ForkJoinPool.java:2109)")
            .waits("delays", PARK_NANOS, "java.util.concurrent.DelayScheduler.loop(D.java:253)")
            .looks(30)
            .ledger()
            .roots()
            .stream()
            .map(Root::kind)
            .toList();
  }

  @Test
  void resultsThatComeWhenATimerIsDueComeByTime() {
    assertThat(delayed(0.1)).containsExactly(FindingKind.TIMED_WAIT);
    assertThat(delayed(0.6)).doesNotContain(FindingKind.TIMED_WAIT);
  }

  @Test
  void whoHandsOverToNobodyAtWorkWaitsForTheHandOver() {
    String put = "java.util.concurrent.SynchronousQueue.put(SynchronousQueue.java:266)";
    Root root =
        new Looks(2, 0.5)
            .ran("caller", 0.3, PARK, put, "com.acme.Call.there(Call.java:3)")
            .ran("callee", 0.3, PARK, put, "com.acme.Call.back(Call.java:9)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.HAND_OVER);
  }

  @Test
  void aFilesLockIsALock() {
    String call = "sun.nio.ch.FileDispatcherImpl.lock0(FileDispatcherImpl.java:1)";
    Root root =
        new Looks(2, 0.02)
            .runs(
                "updater",
                0,
                call,
                "sun.nio.ch.FileChannelImpl.lock(FileChannelImpl.java:1398)",
                "java.nio.channels.FileChannel.lock(FileChannel.java:1107)",
                "com.acme.Store.update(Store.java:7)")
            .looks(30)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.object()).isEqualTo("FileChannel");
  }

  @Test
  void childsOutputIsWaitedForAsTheChildIs() {
    Root root =
        new Looks(2, 0.1)
            .runs(
                "probe",
                0,
                "java.io.FileInputStream.readBytes",
                "java.lang.Process$PipeInputStream.read(Process.java:988)",
                "com.acme.Probe.run(Probe.java:7)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CHILD_PROCESS);
  }

  @Test
  void whatHardlyAnyoneWaitsForIsNotWhatOthersDo() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 60; i++) {
      looks.runs("writer", 1, WORK);
      if (i % 30 == 5) {
        looks.waits("pricer", PARK, TAKE, "com.acme.Price.run(Price.java:12)");
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  @Test
  void ofCausesThatWeighTheSameTheFirstSeenComesFirst() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 8; i++) {
      String at = "com.acme.Log.step" + i + "(Log.java:" + i + ")";
      looks.blocked("a", "com.acme.Log", "writer", "com.acme.Log.write(Log.java:5)");
      (i % 2 == 0 ? looks.runs("writer", 1, at) : looks.stays("writer", SLEEP, at)).look();
    }
    assertThat(looks.root().causes())
        .extracting(cause -> cause.site().orElseThrow().line())
        .containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void coresThatOthersUsedMayBeFreeAnotherTime() {
    Root root =
        new Looks(2, 1, 1)
            .ready(1)
            .runs("solver", 1, WORK)
            .waits("main", PARK, "java.lang.Thread.join(Thread.java:1)", "com.acme.Main.main")
            .looks(20)
            .root();
    assertThat(root.leftCoreSeconds()).as("a thread was ready to use them").isZero();
    assertThat(root.spread().meanwhile())
        .allSatisfy(cores -> assertThat(cores).isCloseTo(1, within(1e-6)));
  }

  @Test
  void oneThreadIsTooFewThoughOthersLeaveItLittle() {
    Root root =
        new Looks(4, 0.3, 3.7)
            .runs("solver", 0.3, WORK)
            .waits("main", PARK, "java.lang.Thread.join(Thread.java:1)", "com.acme.Main.main")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.leftCoreSeconds()).isCloseTo(3 * 2.0, within(0.1));
  }

  @Test
  void whoWaitsForAThreadThatJustPausedWaitsForIt() {
    String await = "java.util.concurrent.CountDownLatch.await(CountDownLatch.java:230)";
    Looks looks = new Looks(2, 0.6).runs("driver", 0.6, WORK).look();
    for (int i = 0; i < 30; i++) {
      looks.ran("driver", 0.6, PARK, await, "com.acme.Job.run(Job.java:4)").look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  /** Scala's futures have one; it takes the way of a lock. */
  @Test
  void aLibrarysOwnLatchIsNoLock() {
    Root root =
        new Looks(4, 1)
            .waitsFor(
                "main",
                "com.acme.impl.CompletionLatch",
                PARK,
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireSharedInterruptibly",
                "com.acme.impl.Promise.tryAwait(Promise.java:243)")
            .runs("worker", 1, WORK)
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }
}
