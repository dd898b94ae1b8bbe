package dev.uncork.diagnosis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class BurntCodeTest {
  private static final String SELL = "com.acme.Shop.sell(Shop.java:12)";
  private static final String RUN = "com.acme.Worker.run(Worker.java:30)";

  /** A program of which a unit of work takes one unit of time, and so much in contended code. */
  private static Windows contended(IntToDoubleFunction cost, String... stack) {
    return new Windows(4)
        .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (1 + cost.applyAsDouble(k)))
        .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
        .code(cost, stack);
  }

  private static double grows(int cores) {
    return 0.25 + (cores - 1) * 1.25 / 3;
  }

  private static Burn only(Windows windows) {
    CoreCurve curve = windows.curve();
    assertThat(curve.burns()).hasSize(1);
    // On one core 1.25 in all, on 4 cores 2.5.
    assertThat(curve.inflation().value()).isCloseTo(2, within(0.2));
    assertThat(curve.burns().get(0).share()).isCloseTo(0.5, within(0.1));
    return curve.burns().get(0);
  }

  @Test
  void aLoopThatRetriesItsUpdateIsNamedWithTheField() {
    Burn burn =
        only(
            contended(BurntCodeTest::grows, SELL, RUN)
                .access("com.acme.Shop.sell", 14, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK"));

    assertThat(burn.kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(burn.object()).isEqualTo("com.acme.Shop.STOCK");
    assertThat(burn.site().orElseThrow().line()).isEqualTo(14);
    assertThat(burn.growth()).isCloseTo(6, within(3.0));
  }

  @Test
  void whatTheJdkRetriesIsCalledByTheProgram() {
    Burn burn =
        only(
            contended(
                BurntCodeTest::grows,
                "java.util.concurrent.atomic.AtomicLong.updateAndGet(AtomicLong.java:233)",
                SELL,
                RUN));
    assertThat(burn.kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(burn.site().orElseThrow().qualifiedMethod()).isEqualTo("com.acme.Shop.sell");

    Burn reference =
        only(
            contended(
                BurntCodeTest::grows,
                "java.util.concurrent.atomic.AtomicLong.updateAndGet(AtomicLong.java:233)",
                "com.acme.Shop$$Lambda.0x00000000450c2c00.getAsDouble(Unknown Source)",
                SELL,
                RUN));
    assertThat(reference.site().orElseThrow().qualifiedMethod()).isEqualTo("com.acme.Shop.sell");

    Burn random =
        only(
            contended(
                BurntCodeTest::grows,
                "java.util.concurrent.atomic.AtomicLong.compareAndSet(AtomicLong.java:148)",
                "java.util.Random.next(Random.java:206)",
                "java.util.Random.nextInt(Random.java:322)",
                SELL));
    assertThat(random.kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(random.object()).isEqualTo("java.util.Random");
  }

  @Test
  void threadsThatMeetInAQueueOfTheJdkAndSpinMeanwhileHandOver() {
    String yields = "java.lang.Thread.yield";
    String awaits =
        "java.util.concurrent.LinkedTransferQueue.awaitMatch(LinkedTransferQueue.java:6)";
    String take = "java.util.concurrent.LinkedTransferQueue.take(LinkedTransferQueue.java:12)";
    CoreCurve curve = contended(BurntCodeTest::grows, yields, awaits, take, SELL, RUN).curve();

    assertThat(curve.burns().get(0).kind()).isEqualTo(FindingKind.HAND_OVER);
    assertThat(curve.burns().get(0).object()).isEqualTo("java.util.concurrent.LinkedTransferQueue");

    CoreCurve poll = contended(BurntCodeTest::grows, yields, SELL, RUN).curve();
    assertThat(poll.burns().get(0).kind()).isEqualTo(FindingKind.SPINNING);
  }

  @Test
  void aFlagThatThreadsTryToTakeIsSpunAtAndAnUpdateThatBacksOffIsRetried() {
    String swap = "java.util.concurrent.atomic.AtomicBoolean.compareAndSet(AtomicBoolean.java:100)";
    Windows lock =
        contended(BurntCodeTest::grows, swap, SELL, RUN)
            .access("com.acme.Shop.sell", 12, CodeAccess.LOCK_ATTEMPT, "Shop.open")
            .access("com.acme.Shop.sell", 13, CodeAccess.SPIN_WAIT, "");
    assertThat(only(lock).kind()).isEqualTo(FindingKind.SPINNING);
    assertThat(only(lock).object()).isEqualTo("Shop.open");

    // Compiled code may tell the loop's cost of the program's own method.
    Windows inlined =
        contended(BurntCodeTest::grows, SELL, RUN)
            .access("com.acme.Shop.sell", 12, CodeAccess.LOCK_ATTEMPT, "Shop.open")
            .access("com.acme.Shop.sell", 18, CodeAccess.SPIN_WAIT, "");
    assertThat(only(inlined).object()).isEqualTo("Shop.open");

    Windows update =
        contended(BurntCodeTest::grows, swap, SELL, RUN)
            .access("com.acme.Shop.sell", 12, CodeAccess.RETRY_LOOP, "Shop.stock")
            .access("com.acme.Shop.sell", 13, CodeAccess.SPIN_WAIT, "");
    assertThat(only(update).kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
  }

  @Test
  void anUpdateAndItsRetriesInAnotherMethodAreOne() {
    String release = "com.acme.Counter.release(Counter.java:65)";
    String updater = "java.util.concurrent.atomic.AtomicIntegerFieldUpdater$Impl.compareAndSet";
    Windows windows =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (1 + grows(k)))
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
            .code(k -> grows(k) / 2, updater + "(A.java:474)", release, RUN)
            .code(
                k -> grows(k) / 2,
                "java.lang.Thread.yield(Thread.java:462)",
                "com.acme.Counter.retry(Counter.java:86)",
                release,
                RUN)
            .access("com.acme.Counter.retry", 80, CodeAccess.RETRY_LOOP, "")
            .access("com.acme.Counter.retry", 86, CodeAccess.SPIN_WAIT, "")
            .access("com.acme.Counter.release", 65, CodeAccess.ATOMIC_UPDATE, "");
    Burn burn = only(windows);
    assertThat(burn.kind()).isIn(FindingKind.ATOMIC_RETRIES, FindingKind.SHARED_LINE);
  }

  @Test
  void aLibrarysOwnHintThatAThreadSpinsIsTakenForTheJdks() {
    Windows loop =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (1 + grows(k)))
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
            .code(k -> grows(k) / 2, "com.acme.Loop.turn(Loop.java:8)", RUN)
            .code(
                k -> grows(k) / 2,
                "org.lib.Hints.onSpinWait(Hints.java:80)",
                "org.lib.BusySpin.idle(BusySpin.java:49)",
                "com.acme.Loop.turn(Loop.java:7)",
                RUN)
            .access("com.acme.Loop.turn", 9, CodeAccess.VOLATILE_STORE, "Loop.runs");
    assertThat(loop.curve().burns())
        .isNotEmpty()
        .allMatch(burn -> burn.kind() == FindingKind.SPINNING && burn.object().isEmpty())
        .allMatch(burn -> burn.site().orElseThrow().method().equals("idle"));
  }

  @Test
  void whatTheSystemDoesIsNoneOfTheCost() {
    String write = "java.io.RandomAccessFile.writeBytes0(RandomAccessFile.java)";
    for (boolean system : new boolean[] {true, false}) {
      CoreCurve curve =
          (system
                  ? contended(BurntCodeTest::grows, write, SELL, RUN)
                  : contended(BurntCodeTest::grows, SELL, RUN))
              .access("com.acme.Shop.sell", 12, CodeAccess.VOLATILE_STORE, "com.acme.Shop.last")
              .access("com.acme.Worker.run", 31, CodeAccess.VOLATILE_STORE, "com.acme.Worker.n")
              .curve();
      assertThat(curve.burns()).hasSize(system ? 0 : 1);
    }
  }

  @Test
  void workThatAnUpdateDoesInVainIsItsRetries() {
    CoreCurve curve =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / grows(k))
            .code(
                BurntCodeTest::grows,
                "java.util.HashMap.putMapEntries(HashMap.java:509)",
                "com.acme.Shop.lambda$sell$0(Shop.java:15)",
                "com.acme.Shop$$Lambda.0x00000000610c1a10.apply",
                "java.util.concurrent.atomic.AtomicReference.updateAndGet(AtomicReference.java:210)",
                SELL,
                RUN)
            .access("com.acme.Shop.sell", 12, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK")
            .curve();
    assertThat(curve.burns()).hasSize(1);
    assertThat(curve.burns().get(0).kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(curve.burns().get(0).object()).isEqualTo("com.acme.Shop.STOCK");
  }

  @Test
  void aHotAtomicAndNeighboursInOneLineAreShared() {
    assertThat(
            only(contended(BurntCodeTest::grows, SELL, RUN)
                    .access("com.acme.Shop.sell", 12, CodeAccess.ATOMIC_UPDATE, "Shop.COUNTS"))
                .kind())
        .isEqualTo(FindingKind.SHARED_LINE);
    assertThat(
            only(contended(BurntCodeTest::grows, SELL, RUN)
                    .access("com.acme.Shop.sell", 12, CodeAccess.FIELD_STORE, "Shop.value"))
                .kind())
        .isEqualTo(FindingKind.SHARED_LINE);
  }

  @Test
  void readersOfAReadWriteLockShareItsWord() {
    Burn burn =
        only(
            contended(
                BurntCodeTest::grows,
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.compareAndSetState(A.java:1)",
                "java.util.concurrent.locks.ReentrantReadWriteLock$Sync.tryAcquireShared(R.java:1)",
                "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock(R.java:738)",
                SELL,
                RUN));

    assertThat(burn.kind()).isEqualTo(FindingKind.SHARED_LINE);
    assertThat(burn.object()).isEqualTo("java.util.concurrent.locks.ReentrantReadWriteLock");

    Burn named =
        only(
            contended(
                    BurntCodeTest::grows,
                    "java.util.concurrent.locks.StampedLock.readLock(StampedLock.java:1)",
                    SELL,
                    RUN)
                .access("com.acme.Shop.sell", 12, CodeAccess.LOCK, "Shop.prices"));
    assertThat(named.kind()).isEqualTo(FindingKind.SHARED_LINE);
    assertThat(named.object()).isEqualTo("Shop.prices");
  }

  @Test
  void thoseWhoTakePermitsThatNobodyLacksShareTheirNumber() {
    Burn burn =
        only(
            contended(
                    BurntCodeTest::grows,
                    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(A.java:1)",
                    "java.util.concurrent.Semaphore$Sync.nonfairTryAcquireShared(S.java:1)",
                    "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                    SELL,
                    RUN)
                .access("com.acme.Shop.sell", 12, CodeAccess.LOCK, "Shop.tills"));

    assertThat(burn.kind()).isEqualTo(FindingKind.SHARED_LINE);
    assertThat(burn.object()).isEqualTo("Shop.tills");
  }

  @Test
  void loadsAloneAreMemory() {
    assertThat(
            only(contended(BurntCodeTest::grows, SELL, RUN)
                    .access("com.acme.Shop.sell", 12, CodeAccess.ARRAY_LOAD, "Shop.table"))
                .kind())
        .isEqualTo(FindingKind.MEMORY_BOUND);
  }

  /** Where all code becomes expensive at once, none of it tells why by itself. */
  @Test
  void whatIsStoredBesideLoadsMakesThemExpensive() {
    for (double part : new double[] {0.01, 0.2}) {
      List<Burn> burns =
          new Windows(4)
              .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / grows(k))
              .code(k -> (1 - part) * grows(k), SELL, RUN)
              .code(k -> part * grows(k), "com.acme.Shop.count(Shop.java:30)", RUN)
              .access("com.acme.Shop.sell", 12, CodeAccess.ARRAY_LOAD, "Shop.table")
              .access("com.acme.Shop.count", 30, CodeAccess.VOLATILE_STORE, "Shop.sold")
              .curve()
              .burns();
      assertThat(burns).as("count takes " + part).isNotEmpty();
      assertThat(burns.get(0).kind())
          .as("count takes " + part)
          .isEqualTo(part < 0.05 ? FindingKind.MEMORY_BOUND : FindingKind.SHARED_LINE);
    }
  }

  @Test
  void theCostOfAMonitorMayBeToldOfTheMethodBesideIt() {
    Burn burn =
        only(
            contended(
                    BurntCodeTest::grows,
                    "com.acme.Fingerprint.of(Fingerprint.java:7)",
                    "com.acme.Worker.found(Worker.java:50)",
                    RUN)
                .access("com.acme.Worker.found", 52, CodeAccess.MONITOR, "com.acme.FPSet"));

    assertThat(burn.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(burn.object()).isEqualTo("com.acme.FPSet");
  }

  @Test
  void aLoopThatOnlyWaitsBurnsOnAnyNumberOfCores() {
    CoreCurve curve =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k)
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
            .code(k -> 1, "java.lang.Thread.onSpinWait(Thread.java:370)", SELL, RUN)
            .curve();

    assertThat(curve.inflated()).isFalse();
    assertThat(curve.burns()).hasSize(1);
    assertThat(curve.burns().get(0).kind()).isEqualTo(FindingKind.SPINNING);
    assertThat(curve.burnt().value()).isCloseTo(0.5, within(0.08));
  }

  @Test
  void codeThatKeepsItsCostIsNotBlamedThoughItUpdatesAtomics() {
    CoreCurve curve =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k)
            .code(k -> 1, SELL, RUN)
            .access("com.acme.Shop.sell", 14, CodeAccess.RETRY_LOOP, "com.acme.Shop.STOCK")
            .curve();

    assertThat(curve.burns()).isEmpty();
  }

  @Test
  void workBetweenAttemptsAtALockIsDoneInVain() {
    Burn burn =
        only(
            contended(BurntCodeTest::grows, SELL, RUN)
                .access("com.acme.Worker.run", 3, CodeAccess.LOCK_ATTEMPT, "second"));
    assertThat(burn.kind()).isEqualTo(FindingKind.SPINNING);
    assertThat(burn.object()).isEqualTo("second");
  }

  /** Compiled code tells nearly all of it at the end of the loop. */
  @Test
  void aLoopThatSharesNothingItselfCostsWhatItCalls() {
    String add = "com.acme.Buffer.getAndAdd(Buffer.java:459)";
    CoreCurve curve =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000 / (0.5 + 0.5 * k))
            .code(k -> 0.97 * k, RUN)
            .code(k -> 0.03 * k, add, RUN)
            .access("com.acme.Buffer.getAndAdd", 459, CodeAccess.ATOMIC_UPDATE, "")
            .curve();

    assertThat(curve.burns()).extracting(Burn::kind).containsExactly(FindingKind.SHARED_LINE);
  }

  @Test
  void givingALockBackIsPartOfWhatTheLockCosts() {
    String read = "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.";
    CoreCurve curve =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0)
            .code(k -> 0.2 * k, read + "lock(X.java:1)", "com.acme.Stock.enter(Stock.java:5)", RUN)
            .code(k -> 0.2 * k, read + "unlock(X.java:2)", "com.acme.Stock.exit(Stock.java:9)", RUN)
            .code(k -> 0.6, "com.acme.Shop.price(Shop.java:40)", RUN)
            .access("com.acme.Stock.enter", 5, CodeAccess.LOCK, "Stock.lock.readLock()")
            .curve();

    assertThat(curve.burns())
        .extracting(Burn::kind, Burn::object)
        .containsExactly(tuple(FindingKind.SHARED_LINE, "Stock.lock.readLock()"));
  }

  @Test
  void anAccessAndItsCallerTogetherAreSureWhereNeitherIs() {
    String update = "java.util.concurrent.atomic.AtomicLong.incrementAndGet(AtomicLong.java:233)";
    CoreCurve curve =
        new Windows(2)
            .rounds(3)
            .noise(0)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000 * k / (0.3 + 0.7 * k))
            .code(k -> 0.15 + 0.35 * k, update, SELL, RUN)
            .code(k -> 0.15 + 0.35 * k, RUN)
            .access("com.acme.Shop.sell", 12, CodeAccess.ATOMIC_UPDATE, "Shop.NEXT")
            .curve();
    assertThat(curve.burns())
        .extracting(Burn::kind, Burn::object)
        .containsExactly(tuple(FindingKind.SHARED_LINE, "Shop.NEXT"));
    assertThat(curve.burns().get(0).share()).isCloseTo(0.4, within(0.1));
  }

  /** JFR samples no thread that copies an array. */
  @Test
  void whereThereAreNoSamplesLooksTellTheCode() {
    Windows windows =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k / (1 + grows(k)));
    assertThat(windows.curve().burns()).isEmpty();

    Burn burn = only(windows.access("com.acme.Worker.run", 3, CodeAccess.RETRY_LOOP, ""));
    assertThat(burn.kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(burn.site().orElseThrow().method()).isEqualTo("run");
  }
}
