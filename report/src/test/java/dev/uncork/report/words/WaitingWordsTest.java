package dev.uncork.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Gain;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import dev.uncork.report.MadeUpLedger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Words for waits that keep cores idle. */
class WaitingWordsTest {
  private static final Frame SITE = Frame.parse("com.acme.Shop.ask(Shop.java:5)");
  private static final Frame RUNS = Frame.parse("com.acme.Load.read(Load.java:9)");

  private static Root root(FindingKind kind, String object, double threads) {
    return new Root(
        RowKind.POOLS,
        kind,
        object,
        Optional.of(SITE),
        12,
        12,
        threads,
        List.of(new Root.Cause("worker-*", Activity.RUNNING, Optional.of(RUNS), 0.8)),
        List.of(),
        RootSpread.at(List.of(SITE), 12),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same without causes, of which the pool or the library is known. */
  private static Root known(
      Root plain, Optional<Root.PoolFacts> pool, Optional<LibraryWait> library) {
    return with(plain, List.of(), List.of(), pool, library);
  }

  private static Root with(
      Root plain,
      List<Root.Cause> causes,
      List<Frame> stack,
      Optional<Root.PoolFacts> pool,
      Optional<LibraryWait> library) {
    return new Root(
        plain.row(),
        plain.kind(),
        plain.object(),
        plain.site(),
        1,
        1,
        plain.threads(),
        causes,
        List.of(),
        RootSpread.at(stack, 1),
        pool,
        library,
        Optional.empty());
  }

  @Test
  void aPhaseSaysWhatOtherProcessesUsedOfTheIdleCores() {
    Optional<Root> lock = Optional.of(root(FindingKind.CONTENDED_LOCK, "com.acme.Book", 2));
    assertThat(LedgerWords.phase(new RowPhase(0, 6, RowKind.LOCKS, 0.4, 0.05, lock)))
        .isEqualTo("0–6 s: blocked at locks 40 %, Book");
    assertThat(LedgerWords.phase(new RowPhase(6, 8.42, RowKind.LOCKS, 0.2, 0.31, lock)))
        .isEqualTo("6–8.4 s: blocked at locks 20 %, Book; other processes used another 31 %");
    assertThat(LedgerWords.phase(new RowPhase(3, 17, RowKind.LOCKS, 0, 0.55, lock)))
        .isEqualTo(
            "3–17 s: blocked at locks, Book; other processes used the 55 % that it left idle");
  }

  private static String verdict(Root root, double gain) {
    return FindingWords.verdict(new Finding.Waiting(root, 0.3, gain));
  }

  @Test
  void aPoolOfALibraryIsNamedWithWhoHasItsObjectsAndItsSetting() {
    Finding finding = new Finding.Waiting(MadeUpLedger.hikari(30), 0.3, 2.14);

    assertThat(FindingWords.verdict(finding))
        .isEqualTo(
            "HikariCP's connection pool is used up: on average 1.6 threads wait for it at"
                + " com.acme.Orders.load(Orders.java:88), while a thread http-* waits for an"
                + " answer in org.postgresql.core.PGStream.receive(PGStream.java:460); fixing"
                + " that could make it up to 3.1 times as fast.");
    assertThat(FindingWords.evidence(finding))
        .containsExactly(
            "30.0 core-seconds were left unused meanwhile; 1.6 threads waited, on average over the"
                + " recording.",
            "At other moments a thread http-* runs.",
            "HikariCP's connection pool is set by maximumPoolSize, 10 by default.");
  }

  @Test
  void aBoundSaysWhatMustHold() {
    Root root = root(FindingKind.SLOW_CONSUMER, "Queue", 3);
    Finding beside = new Finding.Waiting(root, 0.3, new Gain(0.8, 0.5, 0.2, true, false));
    assertThat(FindingWords.assumption(beside))
        .contains(
            "That holds on this machine, if an operation takes as much CPU time as now (less that in the"
                + " kernel) and other processes leave it their cores.");
    Finding unbounded = new Finding.Waiting(root, 0.3, Double.POSITIVE_INFINITY);
    assertThat(FindingWords.assumption(unbounded)).isEmpty();
  }

  @Test
  void whoAnswersOnThisMachineTakesCoresToo() {
    Gain much = new Gain(17, 12, 0, true, false);
    Finding here =
        new Finding.Waiting(root(FindingKind.REMOTE_WAIT, "127.0.0.1:5432", 3), 0.9, much);
    assertThat(FindingWords.verdict(here)).endsWith("could make it up to 18 times as fast.");
    assertThat(FindingWords.assumption(here).orElseThrow())
        .endsWith("and other processes, those that answer among them, leave it their cores.");
    Finding elsewhere =
        new Finding.Waiting(root(FindingKind.REMOTE_WAIT, "10.2.0.7:5432", 3), 0.9, much);
    assertThat(FindingWords.verdict(elsewhere)).endsWith("about 18 times as fast, perhaps more.");
    assertThat(FindingWords.assumption(elsewhere).orElseThrow())
        .endsWith("and other processes leave it their cores.");
  }

  @Test
  void aPlainObjectThatALibraryLocksHasTheLibrarysName() {
    Root plain = root(FindingKind.CONTENDED_LOCK, "Object", 3);
    Root known =
        known(
            plain,
            Optional.empty(),
            Optional.of(new LibraryWait("H2", Activity.LOCK, "lock of a table or row", "", "")));
    assertThat(FindingWords.text(new Finding.Waiting(plain, 0.3, 0.4)))
        .startsWith("On average 3.0 threads are blocked at a lock at ");
    assertThat(FindingWords.text(new Finding.Waiting(known, 0.3, 0.4)))
        .startsWith("On average 3.0 threads are blocked at H2's lock of a table or row at ");
  }

  @Test
  void aLockIsNamedAsInSourceCodeWithTheCollectionThatHasIt() {
    Root lock = root(FindingKind.CONTENDED_LOCK, "ReentrantLock$NonfairSync", 3);
    assertThat(FindingWords.text(new Finding.Waiting(lock, 0.3, 0.4)))
        .startsWith("On average 3.0 threads are blocked at a ReentrantLock at ");
    List<Frame> stack =
        Stream.of(
                "java.util.concurrent.locks.ReentrantLock.lockInterruptibly",
                "java.util.concurrent.LinkedBlockingQueue.take",
                "com.acme.Mover.run(Mover.java:80)")
            .map(Frame::parse)
            .toList();
    Root inQueue = with(lock, List.of(), stack, Optional.empty(), Optional.empty());
    assertThat(FindingWords.text(new Finding.Waiting(inQueue, 0.3, 0.4)))
        .startsWith(
            "On average 3.0 threads are blocked at a ReentrantLock of LinkedBlockingQueue at ");
  }

  @Test
  void theClassOfALockIsNotToldTwice() {
    Root own = root(FindingKind.CONTENDED_LOCK, "com.acme.Shop", 3);
    assertThat(FindingWords.text(new Finding.Waiting(own, 0.3, 0.4)))
        .startsWith("On average 3.0 threads are blocked in com.acme.Shop.ask(Shop.java:5)");
  }

  @Test
  void aPoolThatWaitsForItselfIsADeadlock() {
    Root.PoolFacts pool =
        new Root.PoolFacts("java.util.concurrent.ThreadPoolExecutor", "render", 4, 4, 9, 9);
    Root plain = root(FindingKind.DEADLOCK, "", 4);
    Finding finding = new Finding.Waiting(known(plain, Optional.of(pool), Optional.empty()), 1, 1);
    assertThat(FindingWords.text(finding))
        .isEqualTo(
            "Deadlock of thread pool render: all 4 threads wait for tasks that are queued behind"
                + " them in this pool, at com.acme.Shop.ask(Shop.java:5)");

    Root.Cause permits = new Root.Cause("render-*", Activity.PERMIT, Optional.of(SITE), 1);
    Root taken = with(plain, List.of(permits), List.of(), Optional.of(pool), Optional.empty());
    assertThat(FindingWords.text(new Finding.Waiting(taken, 1, 1)))
        .contains("all 4 threads wait for permits that nobody is left to give back, at ");
  }

  @Test
  void whoSendsWaitsUntilItIsTaken() {
    Root sends =
        new Root(
            RowKind.REMOTE,
            FindingKind.REMOTE_WAIT,
            "",
            Optional.of(SITE),
            12,
            12,
            3,
            List.of(),
            List.of(),
            RootSpread.at(
                List.of(
                    Frame.parse("sun.nio.ch.NioSocketImpl.write(NioSocketImpl.java:462)"), SITE),
                12),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(FindingWords.text(new Finding.Waiting(sends, 0.3, 0.4)))
        .startsWith("On average 3.0 threads wait until a remote service takes what they send at ");
  }

  private static String straggler(String thread) {
    Root runs =
        new Root(
            RowKind.FEW_THREADS,
            FindingKind.STRAGGLER,
            "",
            Optional.of(RUNS),
            12,
            12,
            3,
            List.of(new Root.Cause(thread, Activity.RUNNING, Optional.of(RUNS), 0.8)),
            List.of(),
            RootSpread.at(List.of(RUNS), 12),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return FindingWords.text(new Finding.Waiting(runs, 0.3, 0.4));
  }

  @Test
  void whereTheOneRunsForWhomOthersWaitIsToldOnce() {
    assertThat(straggler("worker-*"))
        .startsWith(
            "One straggler keeps the others waiting: on average 3.0 threads wait, while a thread"
                + " worker-* runs in ");
  }

  @Test
  void virtualThreadsNeedNoName() {
    assertThat(straggler("")).contains(", while a virtual thread runs in ");
  }

  private static Root pool(String threadName) {
    return known(
        root(FindingKind.POOL_TOO_SMALL, "", 3),
        Optional.of(new Root.PoolFacts("ThreadPoolExecutor", threadName, 2, 2, 34.2, 40)),
        Optional.empty());
  }

  @Test
  void aThreadPoolIsNamedWithItsQueue() {
    assertThat(verdict(pool(""), 0.41))
        .startsWith("A pool of virtual threads is too small: all 2 threads were busy while 34 ");
    assertThat(verdict(pool("io-*"), 0.41))
        .isEqualTo(
            "Thread pool io-* is too small: all 2 threads were busy while 34 tasks waited in its"
                + " queue; more threads could make it up to 41 % faster.");
  }

  @Test
  void whatIsMoreThanFourTimesAsFastIsNoBoundAnyMore() {
    Root wait = root(FindingKind.REMOTE_WAIT, "10.0.0.7:5432", 3);
    assertThat(verdict(wait, 3)).endsWith("could make it up to 4.0 times as fast.");
    assertThat(verdict(wait, 5.6)).endsWith("could make it about 6.6 times as fast, perhaps more.");
  }

  @Test
  void aThreadPoolWhoseThreadsWaitForTasksIsNotBusy() {
    Root plain = root(FindingKind.POOL_TOO_SMALL, "", 3);
    Root pool =
        new Root(
            plain.row(),
            plain.kind(),
            "",
            plain.site(),
            1,
            1,
            3,
            List.of(new Root.Cause("io-*", Activity.FUTURE, Optional.of(SITE), 1)),
            List.of(),
            plain.spread(),
            Optional.of(new Root.PoolFacts("ThreadPoolExecutor", "io-*", 2, 2, 34.2, 40)),
            Optional.empty(),
            Optional.empty());

    assertThat(verdict(pool, 0.41))
        .startsWith(
            "Thread pool io-* is too small: all 2 threads were waiting for other tasks while 34"
                + " tasks waited in its queue, while a thread io-* waits for a task in ");
  }

  @Test
  void whoWorksForMomentsDoesSmallTasks() {
    assertThat(verdict(root(FindingKind.HAND_OVER, "", 0.7), 0.18))
        .startsWith(
            "Many small tasks are handed over: threads wait 70 % of the time at"
                + " com.acme.Shop.ask(Shop.java:5), while a thread worker-* runs in"
                + " com.acme.Load.read(Load.java:9) for moments only;");
  }

  @Test
  void whatTakingTurnsCostsIsSeenInPart() {
    assertThat(verdict(root(FindingKind.HAND_OVER, "", 0.7), 2.2))
        .endsWith("could make it about 3.2 times as fast or more.");
    assertThat(verdict(root(FindingKind.HAND_OVER, "", 0.7), Double.POSITIVE_INFINITY))
        .endsWith("could make it many times as fast.");
  }

  @Test
  void permitsThatNobodyHoldsAreLimitedByTime() {
    Root root = root(FindingKind.TIMED_WAIT, "java.util.concurrent.Semaphore", 5.9);
    assertThat(verdict(known(root, Optional.empty(), Optional.empty()), 0.5))
        .startsWith(
            "Limited by time: on average 5.9 threads wait at com.acme.Shop.ask(Shop.java:5) for"
                + " permits that no thread holds");
  }

  @Test
  void fewThreadsAreTimeRatherThanANumber() {
    assertThat(verdict(root(FindingKind.REMOTE_WAIT, "db:5432", 0.31), 0.2))
        .startsWith(
            "Threads wait 31 % of the time for an answer from db:5432 at"
                + " com.acme.Shop.ask(Shop.java:5);");
  }

  @ParameterizedTest
  @EnumSource(FindingKind.class)
  void everyWaitIsASentence(FindingKind kind) {
    for (double threads : new double[] {0.2, 5.3}) {
      assertThat(FindingWords.text(new Finding.Waiting(root(kind, "", threads), 0.3, 0.4)))
          .matches("[A-Z].*[a-z)*]")
          .doesNotContain("  ", " ,", ":,", "null");
    }
  }

  @Test
  void aWaitInsideALibraryIsToldWithItsCaller() {
    Frame inside = Frame.parse("org.acme.http.Pool.lease(Pool.java:31)");
    Frame above = Frame.parse("org.acme.client.Client.get(Client.java:7)");
    Frame caller = Frame.parse("com.shop.Prices.load(Prices.java:12)");
    Root waits =
        new Root(
            RowKind.POOLS,
            FindingKind.POOL_TOO_SMALL,
            "org.acme.http.Pool",
            Optional.of(inside),
            2,
            12,
            5,
            List.of(),
            List.of(),
            RootSpread.at(List.of(Frame.parse("java.lang.Object.wait"), inside, above, caller), 2),
            Optional.empty(),
            Optional.empty(),
            Optional.of(caller));
    assertThat(FindingWords.text(new Finding.Waiting(waits, 0.3, 0.5)))
        .contains(
            "at org.acme.http.Pool.lease(Pool.java:31), called at"
                + " com.shop.Prices.load(Prices.java:12)");
    assertThat(FindingWords.evidence(new Finding.Waiting(waits, 0.3, 0.5)))
        .containsExactly(
            "12.0 core-seconds were left unused meanwhile (other processes took 10.0 of them); 5.0"
                + " threads waited, on average over the recording.");
  }

  @Test
  void aTimerIsToldAsOne() {
    Root.PoolFacts timer = new Root.PoolFacts("java.util.Timer", "probes", 1, 1, 70, 80);
    Root root =
        known(root(FindingKind.POOL_TOO_SMALL, "", 0), Optional.of(timer), Optional.empty());
    assertThat(FindingWords.text(new Finding.Waiting(root, 0.3, 0.5)))
        .startsWith("Timer probes runs all its tasks in one thread: on average 70 more were due");
  }

  @Test
  void oneThreadIsToldInTheSingular() {
    assertThat(Amounts.threads(1.02, "sleep", "sleeps")).isEqualTo("one thread sleeps");
    assertThat(Amounts.threads(0.96, "are blocked", "is blocked"))
        .isEqualTo("one thread is blocked");
    assertThat(Amounts.threads(1.2, "are blocked", "is blocked"))
        .isEqualTo("1.2 threads are blocked");
    assertThat(Amounts.threads(14, "wait", "waits")).isEqualTo("14 threads wait");
  }
}
