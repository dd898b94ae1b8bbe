package dev.uncork.scaling.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.uncork.scaling.law.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bands, remedies, their best sequence, and what is said in place of a number. */
class ForecastTest {
  private static final LockDemand COUNTER = new LockDemand("counter", 1, 0.05e-6, 15e-6, 1);
  private static final LockDemand SET = new LockDemand("set", 1, 8e-6, 2e-6, 1);
  private static final LockDemand QUEUE = new LockDemand("queue", 2, 0.5e-6, 1e-6, 1);
  private static final Workload NAIVE = new Workload(440e-6, 0, 0, 0, List.of(QUEUE, COUNTER, SET));
  private static final Forecast FORECAST =
      new Forecast(NAIVE, new Uncertainty(0.8, 1.3, 0.5, 2, 0.1));

  @Test
  void theBandHoldsTheValueAndWidensWithTheModelsError() {
    Interval band = FORECAST.throughput(384, 384);
    assertThat(band.low()).isLessThan(band.value());
    assertThat(band.high()).isGreaterThan(band.value());
    Interval exact = new Forecast(NAIVE, Uncertainty.none()).throughput(384, 384);
    assertThat(exact.low()).isEqualTo(exact.high()).isEqualTo(band.value());
    Interval alone = FORECAST.throughput(1, 384);
    assertThat(alone.high() / alone.value()).isBetween(1.09, 1.15);
  }

  @Test
  void removingTheCounterBringsWhatTheNextLockAllows() {
    WorkloadChange remove = new WorkloadChange(WorkloadChange.Kind.REMOVE, "counter", 1);
    double gain = FORECAST.gain(remove, 384, 384).value();
    assertThat(gain).isCloseTo(15.05 / 10 - 1, withinPercentage(5.0));
    assertThat(FORECAST.gain(remove, 2, 2).value()).isBetween(0.0, 0.05);
  }

  @Test
  void chunksMoveWorkOutOfTheLock() {
    Workload chunked = new WorkloadChange(WorkloadChange.Kind.CHUNK, "queue", 32).apply(NAIVE);
    assertThat(chunked.aloneSeconds()).isCloseTo(NAIVE.aloneSeconds(), withinPercentage(1e-6));
    assertThat(chunked.locks().get(0).visits()).isEqualTo(2 / 32.0);
  }

  @Test
  void aRemedyForAnotherLockChangesNothing() {
    assertThat(new WorkloadChange(WorkloadChange.Kind.STRIPE, "no such", 8).apply(NAIVE))
        .isEqualTo(NAIVE);
  }

  @Test
  void theJourneyCracksOneBottleneckAfterTheOtherUntilTheCoresAreBusy() {
    List<Journey.Step> steps = Journey.best(FORECAST, 384, 384, 1024);
    assertThat(steps.stream().map(step -> step.remedy().lock()).distinct())
        .containsExactly("counter", "set", "queue");
    Forecast last = steps.get(steps.size() - 1).after();
    assertThat(last.expected(384, 384).bottleneck().resource())
        .isIn(ClosedNetwork.Resource.CORES, ClosedNetwork.Resource.THREADS);
    assertThat(last.throughput(384, 384).value()).isGreaterThan(700_000);
    double before = 0;
    for (Journey.Step step : steps) {
      double now = step.after().throughput(384, 384).value();
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
  }

  @Test
  void twoEquallyHotLocksAreBothCracked() {
    Workload workload =
        new Workload(
            100e-6,
            0,
            0,
            0,
            List.of(new LockDemand("a", 1, 20e-6, 0, 1), new LockDemand("b", 1, 20e-6, 0, 1)));
    List<Journey.Step> steps =
        Journey.best(new Forecast(workload, Uncertainty.none()), 64, 64, 256);
    assertThat(steps.stream().map(step -> step.remedy().lock()))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aSerialPhaseIsParallelised() {
    Workload workload = new Workload(90e-6, 0, 0, 10e-6, List.of());
    List<Journey.Step> steps =
        Journey.best(new Forecast(workload, Uncertainty.none()), 64, 64, 256);
    assertThat(steps)
        .singleElement()
        .extracting(s -> s.remedy().kind())
        .isEqualTo(WorkloadChange.Kind.PARALLEL);
  }

  @Test
  void aConvoyIsSlowerThanBarging() {
    double fair = Simulation.throughput(convoy(HandOff.Passing.GIVEN), 8, 8, 50_000, 1);
    double barging = Simulation.throughput(convoy(HandOff.Passing.FREE), 8, 8, 50_000, 1);
    assertThat(fair).isCloseTo(1 / 21e-6, withinPercentage(5.0));
    assertThat(barging).isGreaterThan(3 * fair).isLessThanOrEqualTo(1e6);
  }

  private static Workload convoy(HandOff.Passing passing) {
    HandOff handOff = new HandOff(passing, 20e-6, 0);
    return new Workload(2e-6, 0, 0, 0, List.of(new LockDemand("lock", 1, 1e-6, handOff, 1)));
  }

  @Test
  void theSimulationRepeats() {
    double once = Simulation.throughput(NAIVE, 30, 8, 20_000, 7);
    assertThat(Simulation.throughput(NAIVE, 30, 8, 20_000, 7)).isEqualTo(once);
  }
}
