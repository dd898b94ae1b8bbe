package dev.uncork.diagnosis.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.scaling.law.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoreCurveTest {
  private static final Map<Integer, Double> CHECKER =
      Map.of(1, 1.67, 2, 1.63, 4, 1.34, 8, 1.08, 16, 1.0);

  private static Windows checker() {
    return new Windows(16).work(WorkUnit.COUNTER, "tlc.States.found", k -> 2e6 * CHECKER.get(k));
  }

  private static Windows scaling(int cores) {
    return new Windows(cores).work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k);
  }

  @Test
  void speedAndCostComeFromWindowsSideBySide() {
    CoreCurve curve = checker().noise(0.08).drift(3).curve();

    assertThat(curve.points()).extracting(CurvePoint::cores).containsExactly(1, 2, 4, 8, 16);
    for (CurvePoint point : curve.points()) {
      double truth = CHECKER.get(point.cores());
      assertThat(point.speed().value()).isCloseTo(truth, within(0.2 * truth));
      assertThat(truth).isBetween(0.9 * point.speed().low(), 1.1 * point.speed().high());
    }
    assertThat(curve.fewCores()).isEqualTo(1);
    assertThat(curve.inflation().value()).isCloseTo(16 * 1.67, within(4.0));
    assertThat(curve.unit())
        .contains(new CurveUnit(Optional.of(WorkUnit.COUNTER), "tlc.States.found"));
  }

  private static CoreCurve onTwoCores(Interval speedOnOne, Interval costOnBoth) {
    Interval same = new Interval(1, 1, 1);
    return new CoreCurve(
        Optional.of(new CurveUnit(Optional.empty(), "")),
        7,
        List.of(
            new CurvePoint(1, speedOnOne, same, 7, true),
            new CurvePoint(2, same, costOnBoth, 7, true)),
        1,
        List.of());
  }

  @Test
  void whereFewerCoresAreClearlyFasterAUnitCostsMoreOnAll() {
    Interval cost = new Interval(1.02, 5.9, 10.3);
    assertThat(onTwoCores(new Interval(1.01, 3.4, 5.3), cost).inflated()).isTrue();
    assertThat(onTwoCores(new Interval(0.98, 3.4, 5.3), cost).inflated()).isFalse();
    assertThat(onTwoCores(new Interval(0.6, 0.7, 0.8), new Interval(1.2, 1.4, 1.6)).inflated())
        .isTrue();
  }

  @Test
  void aSpeedThatTheCostOfAUnitContradictsIsNone() {
    Interval fast = new Interval(2.5, 4, 5);
    assertThat(onTwoCores(fast, new Interval(0.72, 0.8, 0.98)).best()).isEmpty();
    assertThat(onTwoCores(fast, new Interval(1.6, 2, 2.4)).best()).isPresent();
  }

  @Test
  void twoCoresAreBestThoughOneOfManySeemsBetter() {
    CoreCurve curve = checker().curve();

    assertThat(curve.points().get(0).trusted()).isFalse();
    assertThat(curve.best().map(CurvePoint::cores)).contains(2);
  }

  @Test
  void onTwoCoresOneIsAllThatThereIs() {
    CoreCurve curve =
        new Windows(2).work(WorkUnit.COUNTER, "n", k -> k == 1 ? 1590.0 : 1000.0).curve();

    assertThat(curve.fewCores()).isEqualTo(1);
    assertThat(curve.best().map(CurvePoint::cores)).contains(1);
    assertThat(curve.inflation().value()).isCloseTo(3.18, within(0.2));
  }

  private static Windows halfAsFastOnTwo() {
    return new Windows(2).work(WorkUnit.LOCK_ACQUIRES, "n", k -> k == 1 ? 2000.0 : 1000.0);
  }

  @Test
  void codeThatIsStillCompiledDoesNotHideWhatTheOtherRoundsSay() {
    Windows windows = halfAsFastOnTwo().rounds(6).cold(2);

    assertThat(windows.curve().inflation().low()).isGreaterThan(3);
    assertThat(windows.rounds(3).cold(1).curve().rounds()).isEqualTo(3);
  }

  @Test
  void aRoundWithAllThreadsOnOneCoreDoesNotHideWhatTheOthersSay() {
    Windows windows = halfAsFastOnTwo().rounds(5).huddled(3);

    assertThat(windows.curve().inflation().low()).isGreaterThan(3);
    assertThat(windows.huddled(0, 2, 3).curve().rounds()).isEqualTo(5);
  }

  @Test
  void roundsInWhichOtherProcessesTookTheCoresDoNotHideWhatTheRestSays() {
    Windows windows = halfAsFastOnTwo().rounds(9).disturbed(2, 5);

    assertThat(windows.curve().inflation().low()).isGreaterThan(3);
    assertThat(windows.disturbed(1, 2, 4, 5, 6).curve().rounds()).isEqualTo(9);
  }

  @Test
  void aProgramThatScalesBurnsNothingAndHasNoBetterNumberOfCores() {
    for (int cores : new int[] {2, 4, 6, 16}) {
      CoreCurve curve = scaling(cores).noise(0.05).curve();

      assertThat(curve.inflation().value()).isCloseTo(1, within(0.1));
      assertThat(curve.burnt().value()).isZero();
      assertThat(curve.best()).isEmpty();
      assertThat(curve.points().get(0).speed().value())
          .isCloseTo(1.0 / cores, within(0.15 / cores));
    }
  }

  @Test
  void cachesAndClocksOfTheCoresAreNoContention() {
    CoreCurve curve =
        new Windows(2)
            .work(WorkUnit.COUNTER, "n", k -> k == 1 ? 1000.0 : 1540.0)
            .code(k -> k == 1 ? 1 : 1.3, "com.acme.Sum.add(Sum.java:9)")
            .code(k -> k == 1 ? 1 : 1.3, "com.acme.Sum.mix(Sum.java:19)")
            .curve();

    assertThat(curve.inflation().value()).isCloseTo(1.3, within(0.08));
    assertThat(curve.burnt().value()).isZero();
    assertThat(curve.burns()).isEmpty();
  }

  @Test
  void theMostTrustedUnitThatMovesIsTaken() {
    Windows windows =
        scaling(4)
            .work(WorkUnit.PROGRESS, "", k -> 5.0) // Every other window sees a line at most.
            .work(WorkUnit.ALLOCATED_BYTES, "", k -> 1e9 * k);

    assertThat(windows.curve().unit().flatMap(CurveUnit::unit)).contains(WorkUnit.COUNTER);
  }

  @Test
  void aCounterThatHardlyMovesOrJumpsIsLeftForOneThatIsSteady() {
    Windows windows =
        new Windows(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.failed", k -> 3 * k)
            .work(WorkUnit.METHOD_CALLS, "com.acme.Shop.sell", k -> 40_000.0 * k);

    assertThat(windows.curve().unit().map(CurveUnit::name)).contains("com.acme.Shop.sell");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2.2, 2.2", "0.5, 1"})
  void whatIsTooRareForOneWindowCountsInAllOfThem(double onTwo, double inflation) {
    // Operations of 25 ms: three or four in a window on one core.
    Windows windows =
        new Windows(2)
            .rounds(25)
            .noise(0.2)
            .work(WorkUnit.COUNTER, "com.acme.Tiles.done", k -> k == 1 ? 40 : 80 / onTwo);

    CoreCurve curve = windows.curve();
    assertThat(curve.unit().map(CurveUnit::name)).contains("com.acme.Tiles.done");
    assertThat(curve.inflation().low()).isLessThan(onTwo).isGreaterThan(onTwo / 1.5);
    assertThat(curve.inflation().high()).isGreaterThan(onTwo).isLessThan(onTwo * 1.5);
    assertThat(curve.inflated()).isEqualTo(inflation > 1.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.98e9, 0.4e9, 1.97e6, 1.99e3, 1e3})
  void aFieldThatAddsUpTimesIsNoWork(double perSecond) {
    Windows windows =
        new Windows(2)
            .work(WorkUnit.GROWING_FIELD, "com.acme.Timer.all", k -> perSecond)
            .work(WorkUnit.GROWING_FIELD, "com.acme.Timer.calls", k -> 40_000.0 * k);

    assertThat(windows.curve().unit().map(CurveUnit::name)).contains("com.acme.Timer.calls");
  }

  @ParameterizedTest
  @ValueSource(doubles = {40e9, 1.5e6, 700})
  void aFieldThatGrowsAsFastOnFewCoresMayCountWork(double perSecond) {
    Windows windows =
        new Windows(2).work(WorkUnit.GROWING_FIELD, "com.acme.Shop.sold", k -> perSecond);

    assertThat(windows.curve().unit().map(CurveUnit::name)).contains("com.acme.Shop.sold");
  }

  @ParameterizedTest
  @EnumSource(names = {"GROWING_FIELD", "METHOD_CALLS"})
  void whatGrowsTheMoreTheMoreCoresCollideIsNoWork(WorkUnit unit) {
    Windows windows =
        new Windows(2)
            .work(unit, "com.acme.Book.retries", k -> k == 1 ? 300 : 40_000.0)
            .work(unit, "com.acme.Book.trades", k -> 30_000.0);

    assertThat(windows.curve().unit().map(CurveUnit::name)).contains("com.acme.Book.trades");
  }

  @Test
  void withoutAUnitTheProfileServes() {
    CoreCurve curve =
        new Windows(4)
            .rounds(20)
            .code(k -> 1, "com.acme.Shop.sell(Shop.java:9)")
            .code(k -> k / 2.0, "com.acme.Shop.count(Shop.java:19)")
            .curve();

    assertThat(curve.unit()).contains(new CurveUnit(Optional.empty(), "com.acme.Shop.sell"));
    // On one core a unit takes 1 + 0.5, on 4 cores 1 + 2.
    assertThat(curve.inflation().value()).isCloseTo(2, within(0.3));
  }

  @Test
  void whereNothingTellsTheCurveIsUnknown() {
    CoreCurve curve =
        new Windows(4)
            .code(k -> 1, "com.acme.Shop.sell(Shop.java:9)")
            .code(k -> 1, "com.acme.Shop.count(Shop.java:19)")
            .curve();

    assertThat(curve.known()).isFalse();
    assertThat(curve.rounds()).isEqualTo(10);
    assertThat(curve.burnt().value()).isZero();
    assertThat(new Windows(4).curve().known()).isFalse();
  }

  @Test
  void fewWindowsAreNotSure() {
    assertThat(checker().rounds(1).curve()).isEqualTo(CoreCurve.NONE);
    CoreCurve curve = checker().rounds(2).curve();
    assertThat(curve.known()).isTrue();
    assertThat(curve.inflated()).isFalse();
    assertThat(curve.best()).isEmpty();
    assertThat(new Windows(1).work(WorkUnit.COUNTER, "n", k -> 1000).curve())
        .isEqualTo(CoreCurve.NONE);
  }

  @Test
  void whoSpinsIsSeenWithoutWindows() {
    CoreCurve curve =
        new Windows(2)
            .rounds(0)
            .access("com.acme.Gate.await", 5, CodeAccess.POLLING_LOOP, "Gate.open")
            .sampled(60, "com.acme.Gate.await(Gate.java:5)")
            .sampled(40, "com.acme.Shop.sell(Shop.java:9)")
            .curve();
    assertThat(curve.known()).isFalse();
    assertThat(curve.burns())
        .singleElement()
        .satisfies(
            burn -> {
              assertThat(burn.kind()).isEqualTo(FindingKind.SPINNING);
              assertThat(burn.object()).isEqualTo("Gate.open");
              assertThat(burn.share()).isCloseTo(0.6, within(0.01));
            });
  }

  @Test
  void attemptsAtALockSpinWhereTheyAreMoreThanTakingItCosts() {
    assertThat(trying(60).burns()).extracting(Burn::kind).containsExactly(FindingKind.SPINNING);
    assertThat(trying(20).burns()).isEmpty();
  }

  @Test
  void whoSpinsIsToldByAllSamplesNotByThoseOfAFewWindows() {
    CoreCurve curve =
        new Windows(2)
            .rounds(2)
            .work(WorkUnit.COUNTER, "com.acme.Shop.sold", k -> 5000.0 * k)
            .access("com.acme.Gate.await", 5, CodeAccess.POLLING_LOOP, "Gate.open")
            .sampled(400, "com.acme.Gate.await(Gate.java:5)")
            .sampled(600, "com.acme.Shop.sell(Shop.java:9)")
            .curve();
    assertThat(curve.known()).isTrue();
    assertThat(curve.burns())
        .singleElement()
        .satisfies(burn -> assertThat(burn.share()).isCloseTo(0.4, within(0.01)));
  }

  @Test
  void aLoopThatSwapsAFlagSpinsInTheJdksCodeToo() {
    assertThat(swapping(CodeAccess.LOCK_ATTEMPT, 60).burns())
        .extracting(Burn::kind, Burn::object)
        .containsExactly(tuple(FindingKind.SPINNING, "Gate.held"));
    assertThat(swapping(CodeAccess.LOCK_ATTEMPT, 20).burns()).isEmpty();
    assertThat(swapping(CodeAccess.ATOMIC_UPDATE, 60).burns()).isEmpty();
  }

  private static CoreCurve swapping(CodeAccess access, int samples) {
    return new Windows(2)
        .rounds(0)
        .access("com.acme.Gate.enter", 5, access, "Gate.held")
        .sampled(
            samples,
            "java.lang.invoke.VarHandleInts$FieldInstanceReadWrite.getAndSet(VarHandleInts.java:1)",
            "java.util.concurrent.atomic.AtomicBoolean.getAndSet(AtomicBoolean.java:171)",
            "com.acme.Gate.enter(Gate.java:5)")
        .sampled(100 - samples, "com.acme.Shop.sell(Shop.java:9)")
        .curve();
  }

  private static CoreCurve trying(int samples) {
    return new Windows(2)
        .rounds(0)
        .access("com.acme.Gate.enter", 5, CodeAccess.POLLING_LOOP, "Gate.lock")
        .sampled(
            samples,
            "java.util.concurrent.locks.ReentrantLock.tryLock(ReentrantLock.java:414)",
            "com.acme.Gate.enter(Gate.java:5)")
        .sampled(100 - samples, "com.acme.Shop.sell(Shop.java:9)")
        .curve();
  }

  @Test
  void threeRoundsThatCompareTwoCoresWithAllAreEnough() {
    CoreCurve early = checker().pairs(2, 2, 2, 4).curve();

    assertThat(early.points()).extracting(CurvePoint::cores).containsExactly(2, 4, 16);
    assertThat(early.fewCores()).isEqualTo(2);
    assertThat(early.inflation().value()).isCloseTo(8 * 1.63, within(1.5));
    assertThat(early.inflated()).isTrue();
    assertThat(early.best().map(CurvePoint::cores)).contains(2);
    assertThat(checker().pairs(2, 2).curve().best()).isEmpty();
  }

  @Test
  void costsThatNoRoundComparesAreComparedByWayOfAllCores() {
    CoreCurve curve = checker().pairs(2, 2, 2, 4, 4, 4, 8, 8, 8, 1, 1, 1).drift(3).curve();

    for (CurvePoint point : curve.points()) {
      double fewest = CHECKER.get(curve.fewCores()) / curve.fewCores();
      double truth = fewest * point.cores() / CHECKER.get(point.cores());
      assertThat(point.cost().value()).isCloseTo(truth, within(0.15 * truth));
      assertThat(truth).isBetween(0.9 * point.cost().low(), 1.1 * point.cost().high());
    }
  }

  @Test
  void aNumberOfCoresThatWasMeasuredOnceIsNoBest() {
    CoreCurve curve =
        new Windows(4)
            .work(WorkUnit.COUNTER, "n", k -> k == 1 ? 2000 : 1000)
            .pairs(2, 2, 2, 1)
            .threads(1)
            .curve();

    assertThat(curve.points()).extracting(CurvePoint::rounds).containsExactly(1, 3, 4);
    assertThat(curve.best()).isEmpty();
  }

  @Test
  void damagedWindowsAreLeftOut() {
    List<Experiment.Window> odd =
        List.of(
            new Experiment.Window(0, 0, 1, 0, 100, 0, List.of(), List.of()),
            new Experiment.Window(0, 1, 2, 0, 100, 50, List.of(), List.of()),
            new Experiment.Window(0, 2, 1, 0, 100, 50, List.of(), List.of()));

    WindowRounds rounds = new WindowRounds(odd, List.of());
    assertThat(rounds.count()).isZero();
    assertThat(rounds.allCores()).isZero();
  }
}
