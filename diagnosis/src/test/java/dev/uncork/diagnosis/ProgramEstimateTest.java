package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The workload behind a recording whose workload is known. */
class ProgramEstimateTest {
  private static final int SECONDS = 20;
  private static final HandOffCosts FREE = new HandOffCosts(true, List.of());

  /** Two workers on two cores, 1,000 operations a second, a lock held twice for 100 µs in each. */
  private static Recording recording(IntToDoubleFunction rate, boolean holds) {
    return recording(rate, holds, 2, 0.05, 300);
  }

  private static Recording recording(
      IntToDoubleFunction rate,
      boolean holds,
      int workers,
      double blockedThreads,
      long blockedPerSecond) {
    Recording base =
        new Scenario(2)
            .run(SECONDS, 2, workers)
            .lock("com.acme.Counter", SECONDS, blockedThreads, blockedPerSecond)
            .recording();
    List<ThreadUse> threads = new ArrayList<>(List.of(thread("GC Thread#0", 4)));
    for (int i = 0; i < workers; i++) {
      threads.add(thread("worker-" + i, 36.0 / workers));
    }
    List<ProgressPoint> progress = new ArrayList<>();
    for (int s = 0; s < SECONDS; s++) {
      progress.add(new ProgressPoint((s + 1) * 1000L, -1, rate.applyAsDouble(s), "output", ""));
    }
    LockHold hold =
        new LockHold(
            "com.acme.Counter",
            LockKind.MONITOR,
            6_000,
            90,
            100_000,
            100_000,
            7_000,
            3_000_000_000L);
    return new Recording(
        base.start(),
        base.durationNanos(),
        base.collector(),
        base.capabilities(),
        base.lockSource(),
        base.jfrThresholdNanos(),
        base.cpu(),
        base.cpuBusyShares(),
        threads,
        base.threadSeconds(),
        base.locks(),
        base.lockClasses(),
        base.process(),
        base.gcs(),
        base.samples(),
        progress,
        holds ? List.of(hold) : List.of(),
        base.collectorCost(),
        base.notes(),
        Timelines.NONE,
        List.of(),
        List.of(),
        JvmActivity.UNKNOWN,
        Experiment.NONE);
  }

  private static ThreadUse thread(String name, double seconds) {
    return new ThreadUse(1, name, (long) (seconds * 1e9), 0, 10, 0);
  }

  private static ProgramEstimate estimate(IntToDoubleFunction rate) throws Exception {
    return ProgramEstimate.of(Diagnosis.of(recording(rate, true)), FREE, OptionalInt.empty());
  }

  @Test
  void theWorkloadIsFound() throws Exception {
    ProgramEstimate estimate = estimate(s -> 1000);
    assertThat(estimate.threads()).isEqualTo(2);
    assertThat(estimate.cores()).isEqualTo(2);
    assertThat(estimate.measured()).isCloseTo(1000, within(1.0));
    assertThat(estimate.counted()).isTrue();
    assertThat(estimate.doubts()).isEmpty();
    Workload workload = estimate.forecast().workload();
    LockDemand lock = workload.locks().get(0);
    assertThat(lock.visits()).isCloseTo(2, within(1e-6));
    assertThat(lock.holdSeconds()).isCloseTo(100e-6, within(1e-9));
    assertThat(workload.backgroundCpuSeconds()).isCloseTo(0.2e-3, withinPercentage(1.0));
    assertThat(workload.cpuSeconds()).isCloseTo(1.6e-3, withinPercentage(1.0));
    assertThat(estimate.modelled()).isCloseTo(1000, withinPercentage(5.0));
    // Five thousand a second is what the lock lets through.
    assertThat(estimate.forecast().throughput(384, 384).value())
        .isCloseTo(5000, withinPercentage(1.0));
  }

  @Test
  void withoutProgressTheUnitIsTheSpeedOfNow() throws Exception {
    ProgramEstimate estimate = estimate(s -> 0);
    assertThat(estimate.counted()).isFalse();
    assertThat(estimate.measured()).isEqualTo(1);
    assertThat(estimate.forecast().throughput(384, 384).value())
        .isCloseTo(5, withinPercentage(1.0));
  }

  @Test
  void aRunThatIsNotSteadyIsWarnedOf() throws Exception {
    assertThat(estimate(s -> 200 + 100 * s).doubts())
        .hasAtLeastOneElementOfType(Doubt.Unsteady.class);
  }

  @Test
  void severalKindsOfOperationsAreWarnedOf() throws Exception {
    assertThat(estimate(s -> s % 5 == 0 ? 4000 : 200).doubts())
        .hasAtLeastOneElementOfType(Doubt.SeveralKinds.class);
  }

  @Test
  void aHolderThatLosesItsCoreIsWarnedOf() throws Exception {
    // Ten threads share two cores, and each wait lasts 30 ms behind sections of 0.1 ms.
    Recording recording = recording(s -> 1000, true, 10, 3, 100);
    ProgramEstimate estimate =
        ProgramEstimate.of(Diagnosis.of(recording), FREE, OptionalInt.empty());
    assertThat(estimate.doubts())
        .filteredOn(Doubt.HolderLosesCore.class::isInstance)
        .singleElement()
        .satisfies(
            doubt -> {
              Doubt.HolderLosesCore loses = (Doubt.HolderLosesCore) doubt;
              assertThat(loses.threads()).isEqualTo(10);
              assertThat(loses.waitSeconds()).isCloseTo(0.03, within(1e-6));
            });
  }

  @Test
  void aHotLockWhoseHandOffCostsDifferFromRunToRunIsWarnedOf() throws Exception {
    HandOffCosts.Cost cost =
        new HandOffCosts.Cost(HandOffCosts.LockClass.MONITOR, 1e-4, 1e-7, 0, 12);
    ProgramEstimate estimate =
        ProgramEstimate.of(
            Diagnosis.of(recording(s -> 1000, true)),
            new HandOffCosts(true, List.of(cost)),
            OptionalInt.empty());
    assertThat(estimate.doubts()).contains(new Doubt.UnsteadyHandOff("com.acme.Counter", 12));
  }

  @Test
  void theFirstLockHasAPriceHereAndOnManyCores() {
    LockPrice price = price(recording(s -> 1000, true)).orElseThrow();
    assertThat(price.lock()).isEqualTo("com.acme.Counter");
    assertThat(price.calibrated()).isTrue();
    assertThat(price.doubts()).isEmpty();
    assertThat(price.gains()).extracting(LockPrice.CoresGain::cores).containsExactly(2.0, 64.0);
    // With 64 cores the lock lets 5,000 a second through; without it they do 36,000.
    Interval there = price.gains().get(1).gain();
    assertThat(there.value()).isBetween(4.0, 8.0);
    assertThat(there.low()).isLessThan(there.value());
    assertThat(there.high()).isGreaterThan(there.value());
  }

  private static Optional<LockPrice> price(Recording recording) {
    return new Pricing(Diagnosis.of(recording), FREE).ofTopLock();
  }

  @Test
  void thereIsNoPriceWhereAnAssumptionIsBroken() {
    LockPrice price = price(recording(s -> 200 + 100 * s, true)).orElseThrow();
    assertThat(price.gains()).isEmpty();
    assertThat(price.doubts()).hasAtLeastOneElementOfType(Doubt.Unsteady.class);
    assertThat(price(recording(s -> 1000, false))).isEmpty();
  }

  @Test
  void aModelThatDoesNotFitIsWarnedOf() throws Exception {
    Recording idle = recording(s -> 1000, true);
    ProgramEstimate estimate = ProgramEstimate.of(Diagnosis.of(idle), FREE, OptionalInt.of(1));
    // One worker can't use two cores.
    assertThat(estimate.doubts()).hasAtLeastOneElementOfType(Doubt.DoesNotFit.class);
  }

  @Test
  void contendedLocksWithoutTheirDemandAreNotPriced() {
    Diagnosis diagnosis = Diagnosis.of(recording(s -> 1000, false));
    assertThatThrownBy(() -> ProgramEstimate.of(diagnosis, FREE, OptionalInt.empty()))
        .isInstanceOfSatisfying(
            NotPriceable.class,
            e -> assertThat(e.reason()).isEqualTo(new NotPriceable.Reason.NoDemand()));
  }

  @Test
  void aShortRecordingIsNotPriced() {
    Diagnosis diagnosis = new Scenario(2).run(2, 2, 2).diagnose();
    assertThatThrownBy(() -> ProgramEstimate.of(diagnosis, FREE, OptionalInt.empty()))
        .isInstanceOfSatisfying(
            NotPriceable.class,
            e -> assertThat(e.reason()).isInstanceOf(NotPriceable.Reason.TooLittle.class));
  }
}
