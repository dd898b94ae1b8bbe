package dev.uncork.diagnosis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** All of a program's code costs more on more cores: whose fault is it? */
class CommonGrowthTest {
  private static final String SELL = "com.acme.Shop.sell(Shop.java:12)";
  private static final String RUN = "com.acme.Worker.run(Worker.java:30)";

  @Test
  void cpuTimeThatNoSampleSeesBelongsToTheLocksAtWhichThreadsBlockMost() {
    CoreCurve curve =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0)
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
            .code(k -> 0.5, "com.acme.Shop.list(Shop.java:60)", RUN)
            .lock("com.acme.Counter", 1.5, 30_000, SELL, RUN)
            .lock("com.acme.Rare", 1.5, 3, SELL, RUN)
            .curve();

    assertThat(curve.burns()).hasSize(1);
    assertThat(curve.burns().get(0).object()).isEqualTo("com.acme.Counter");
    assertThat(curve.burns().get(0).share()).isCloseTo(0.75, within(0.12));
  }

  /** Who waits there hardly spins: so few waits can't be what so much CPU time goes to. */
  @Test
  void handingOverALockOfTheLibraryTakesNoMoreThanItCan() {
    CoreCurve curve =
        new Windows(4)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0)
            .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
            .lock("java.util.concurrent.Semaphore$NonfairSync", 1.5, 4000, SELL, RUN)
            .curve();

    assertThat(curve.burnt().value()).isCloseTo(0.75, within(0.08));
    assertThat(curve.burns()).hasSize(1);
    assertThat(curve.burns().get(0).share()).isCloseTo(0.1, within(0.01));
  }

  /** Who spins is found blocked, for a look ends it; else only few acquires block. */
  @Test
  void cpuTimeThatNothingElseExplainsBelongsToMonitorsAtWhichThreadsSpin() {
    assertThat(metAtCounter(0.9, 0.05, SELL).burns())
        .singleElement()
        .satisfies(burn -> assertThat(burn.object()).isEqualTo("com.acme.Counter"))
        .satisfies(burn -> assertThat(burn.share()).isCloseTo(0.45, within(0.02)));
    assertThat(metAtCounter(0.01, 2, SELL).burns()).isEmpty();
    assertThat(metAtCounter(0.9, 0.05, "java.lang.Object.wait(Object.java:338)").burns()).isEmpty();
  }

  private static CoreCurve metAtCounter(double cpuShare, double blocked, String at) {
    return new Windows(4)
        .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0)
        .code(k -> 1, "com.acme.Shop.price(Shop.java:40)", RUN)
        .lock("com.acme.Counter", blocked, 100, SELL, RUN)
        .blocked(31, cpuShare, "com.acme.Counter", at, RUN)
        .blocked(32, cpuShare, "com.acme.Counter", at, RUN)
        .curve();
  }

  @Test
  void whatTheLibraryWasGivenToTryAgainIsWorkInVainHoweverFarDown() {
    CoreCurve curve =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0)
            .code(k -> 0.05, "com.acme.Shop.price(Shop.java:40)", RUN)
            .code(
                k -> k,
                "java.util.Arrays.binarySearch0(Arrays.java:2047)",
                "com.acme.Sketch.place(Sketch.java:4)",
                "com.acme.Sketch.with(Sketch.java:9)",
                "com.acme.Shop.lambda$sell$0(Shop.java:13)",
                "com.acme.Shop$$Lambda.apply(Unknown Source)",
                "java.util.concurrent.atomic.AtomicReference.accumulateAndGet(A.java:264)",
                SELL,
                RUN)
            .access("com.acme.Shop.sell", 13, CodeAccess.RETRY_LOOP, "com.acme.Shop.sketch")
            .lock("java.util.concurrent.Semaphore$NonfairSync", 1.5, 1000, SELL, RUN)
            .curve();

    Burn first = curve.burns().get(0);
    assertThat(first.kind()).isEqualTo(FindingKind.ATOMIC_RETRIES);
    assertThat(first.object()).isEqualTo("com.acme.Shop.sketch");
    assertThat(first.site().orElseThrow().qualifiedMethod()).isEqualTo("com.acme.Shop.sell");
    assertThat(first.share()).isCloseTo(0.48, within(0.08));
  }

  /** The cost of an update is told of code beside it, too. */
  @Test
  void onlyUpdatesExplainThatAllCodeIsSlowerThanOnFewerCores() {
    CoreCurve curve = shortOperation(k -> k == 1 ? 8000 : 5000);

    assertThat(curve.best()).isPresent();
    assertThat(curve.burns()).hasSize(1);
    Burn burn = curve.burns().get(0);
    assertThat(burn.kind()).isEqualTo(FindingKind.SHARED_LINE);
    assertThat(burn.object()).isEqualTo("com.acme.Shop.references");
    assertThat(burn.share()).isCloseTo(0.69, within(0.05));
  }

  /** Two threads of one core share it: all code is slower, and yet more is done. */
  @Test
  void updatesAreNotBlamedWhereMoreCoresAreFaster() {
    CoreCurve curve = shortOperation(k -> k == 1 ? 5000 : 6000);

    assertThat(curve.best()).isEmpty();
    assertThat(curve.burns()).isEmpty();
  }

  private static CoreCurve shortOperation(IntToDoubleFunction perSecond) {
    IntToDoubleFunction cost = k -> k / perSecond.applyAsDouble(k);
    return new Windows(2)
        .work(WorkUnit.COUNTER, "com.acme.Shop.sold", perSecond)
        .code(
            k -> 0.7 * cost.applyAsDouble(k),
            "com.acme.Shop.price(Shop.java:40)",
            "com.acme.Quote.make(Quote.java:9)",
            RUN)
        .code(k -> 0.3 * cost.applyAsDouble(k), SELL, RUN)
        .access("com.acme.Shop.sell", 14, CodeAccess.ATOMIC_UPDATE, "com.acme.Shop.references")
        .curve();
  }
}
