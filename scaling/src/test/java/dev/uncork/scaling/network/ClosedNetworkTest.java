package dev.uncork.scaling.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The closed network against textbook mean-value analysis, the simulation, and bounds. */
class ClosedNetworkTest {
  private static final double MANY = 1e9;

  private static Stream<RandomWorkloads.Case> withoutHandOff() {
    return RandomWorkloads.cases(60, false, true);
  }

  private static Stream<RandomWorkloads.Case> all() {
    return RandomWorkloads.cases(150, true, false);
  }

  private static Stream<RandomWorkloads.Case> simulated() {
    return RandomWorkloads.cases(25, true, false);
  }

  private static double throughput(Workload workload, int threads, double cores) {
    return ClosedNetwork.solve(workload, threads, cores).throughput();
  }

  /** Reiser and Lavenberg's recursion, as in any textbook. */
  private static double meanValueAnalysis(Workload workload, int threads) {
    List<LockDemand> locks = workload.locks();
    double[] queue = new double[locks.size()];
    double throughput = 0;
    for (int n = 1; n <= threads; n++) {
      double[] response = new double[locks.size()];
      double total = workload.cpuSeconds() + workload.delaySeconds();
      for (int i = 0; i < locks.size(); i++) {
        response[i] = locks.get(i).heldSeconds() * (1 + queue[i] / locks.get(i).stripes());
        total += response[i];
      }
      throughput = n / total;
      for (int i = 0; i < locks.size(); i++) {
        queue[i] = throughput * response[i];
      }
    }
    return throughput;
  }

  @ParameterizedTest
  @MethodSource("withoutHandOff")
  void isExactMeanValueAnalysis(RandomWorkloads.Case c) {
    assertThat(throughput(c.workload(), c.threads(), MANY))
        .isCloseTo(meanValueAnalysis(c.workload(), c.threads()), withinPercentage(1e-6));
  }

  @ParameterizedTest
  @MethodSource("simulated")
  void agreesWithTheSimulation(RandomWorkloads.Case c) {
    double simulated =
        Simulation.throughput(c.workload(), c.threads(), c.cores(), 60_000, c.seed());
    assertThat(throughput(c.workload(), c.threads(), c.cores()))
        .isCloseTo(simulated, withinPercentage(8.0));
  }

  @Test
  void anOperationOfAMillionVisitsIsSimulatedInParts() {
    HandOff handOff = new HandOff(HandOff.Passing.FREE, 2e-6, 1e-6);
    Workload second =
        new Workload(1, 0, 0, 0.1, List.of(new LockDemand("lock", 1e6, 1e-6, handOff, 1)));
    Workload small =
        new Workload(1e-5, 0, 0, 1e-6, List.of(new LockDemand("lock", 10, 1e-6, handOff, 1)));
    double simulated = Simulation.throughput(second, 4, 4, 20_000, 1);
    assertThat(simulated * 1e5)
        .isCloseTo(Simulation.throughput(small, 4, 4, 20_000, 1), withinPercentage(5.0));
  }

  private static Stream<RandomWorkloads.Case> woken() {
    return RandomWorkloads.cases(60, true, true).map(RandomWorkloads::woken);
  }

  /** Four of the sixty are off by more than 8 %, all with two locks; the worst by 22 %. */
  @ParameterizedTest
  @MethodSource("woken")
  void agreesWithTheSimulationWhereWaitersSleep(RandomWorkloads.Case c) {
    double simulated =
        Simulation.throughput(c.workload(), c.threads(), c.cores(), 60_000, c.seed());
    assertThat(throughput(c.workload(), c.threads(), c.cores()))
        .isCloseTo(simulated, withinPercentage(25.0));
  }

  @Test
  void anUnfairLockIsTakenAgainBeforeItsWaiterIsAwake() {
    // Measured with two threads on two cores: 216,000 a second, far above 1 / (h + c).
    Workload workload = oneLock(0.775e-6, 3.05e-6, new HandOff(HandOff.Passing.FREE, 19e-6, 7e-6));
    assertThat(throughput(workload, 2, 2)).isCloseTo(200_000, withinPercentage(20.0));
    Workload fair = oneLock(0.775e-6, 3.05e-6, new HandOff(HandOff.Passing.GIVEN, 19e-6, 7e-6));
    // A convoy: each gets it 19 µs after the other; the chain's waking time varies a little.
    assertThat(throughput(fair, 2, 2)).isCloseTo(1 / 22e-6, withinPercentage(25.0));
  }

  private static Workload oneLock(double outside, double hold, HandOff handOff) {
    return new Workload(outside, 0, 0, 0, List.of(new LockDemand("lock", 1, hold, handOff, 1)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void staysWithinTheAsymptoticBounds(RandomWorkloads.Case c) {
    double found = throughput(c.workload(), c.threads(), c.cores());
    assertThat(found)
        .isPositive()
        .isLessThanOrEqualTo(c.threads() / c.workload().aloneSeconds() * (1 + 1e-9))
        .isLessThanOrEqualTo(c.cores() / c.workload().allCpuSeconds() * (1 + 1e-9));
    assertThat(found)
        .isGreaterThanOrEqualTo(
            throughput(c.workload().scaledLocks(1.5, 1), c.threads(), c.cores()) * (1 - 1e-6))
        .isGreaterThanOrEqualTo(
            throughput(c.workload().scaledLocks(1, 1.5), c.threads(), c.cores()) * (1 - 1e-6))
        .isLessThanOrEqualTo(throughput(c.workload(), c.threads(), c.cores() + 1) * (1 + 1e-9));
  }

  @ParameterizedTest
  @MethodSource("withoutHandOff")
  void growsWithThreadsTowardsTheCeilingWhereHandOffsAreFree(RandomWorkloads.Case c) {
    Workload workload = c.workload();
    double before = 0;
    for (int threads = 1; threads <= 40; threads++) {
      double now = throughput(workload, threads, 16);
      // The normal shape of the threads that can run is an approximation beyond 16 threads.
      assertThat(now).isGreaterThanOrEqualTo(before * (1 - (threads <= 16 ? 1e-9 : 1e-3)));
      before = now;
    }
    assertThat(throughput(workload, 2000, 16))
        .isCloseTo(ClosedNetwork.ceiling(workload, 16), withinPercentage(10.0));
  }

  @ParameterizedTest
  @MethodSource("all")
  void oneThreadMeetsNobody(RandomWorkloads.Case c) {
    assertThat(throughput(c.workload(), 1, 1))
        .isCloseTo(1 / c.workload().aloneSeconds(), withinPercentage(1e-6));
  }

  @Test
  void twoThreadsAtTheKneeOfAMonitor() {
    // h = w = 1 µs: 800,000 a second by the theory, 796,000 were measured for a monitor.
    Workload workload =
        new Workload(1e-6, 0, 0, 0, List.of(new LockDemand("monitor", 1, 1e-6, 0, 1)));
    assertThat(throughput(workload, 2, 2)).isCloseTo(800_000, within(1.0));
  }

  @Test
  void aHandOffCountsOnlyWhereThreadsWait() {
    Workload workload =
        new Workload(100e-6, 0, 0, 0, List.of(new LockDemand("counter", 1, 1e-9, 1e-6, 1)));
    assertThat(throughput(workload, 1, 384)).isCloseTo(1e4, withinPercentage(0.1));
    assertThat(throughput(workload, 384, 384)).isCloseTo(1e6, withinPercentage(1.0));
    assertThat(ClosedNetwork.solve(workload, 384, 384).bottleneck().name()).isEqualTo("counter");
  }

  @Test
  void enoughStripesAreAsGoodAsNoLock() {
    Workload workload =
        new Workload(100e-6, 0, 0, 0, List.of(new LockDemand("set", 1, 10e-6, 5e-6, 1)));
    Workload striped = new WorkloadChange(WorkloadChange.Kind.STRIPE, "set", 4096).apply(workload);
    Workload removed = new WorkloadChange(WorkloadChange.Kind.REMOVE, "set", 1).apply(workload);
    assertThat(throughput(workload, 384, 384)).isCloseTo(1 / 15e-6, withinPercentage(1.0));
    assertThat(throughput(striped, 384, 384))
        .isCloseTo(throughput(removed, 384, 384), withinPercentage(1.0));
  }

  @Test
  void serialTimeIsAmdahls() {
    Workload workload = new Workload(90e-6, 0, 0, 10e-6, List.of());
    assertThat(throughput(workload, 9, 9)).isCloseTo(50_000, withinPercentage(1e-6));
    assertThat(ClosedNetwork.ceiling(workload, MANY)).isCloseTo(1e5, withinPercentage(1.0));
    assertThat(ClosedNetwork.solve(workload, 1000, 1000).bottleneck().resource())
        .isEqualTo(ClosedNetwork.Resource.SERIAL);
  }

  @Test
  void theCollectorTakesItsShareOfTheCores() {
    Workload workload = new Workload(90e-6, 0, 30e-6, 0, List.of());
    assertThat(throughput(workload, 3, 4)).isCloseTo(3 / 90e-6, withinPercentage(1e-6));
    assertThat(throughput(workload, 40, 4)).isCloseTo(4 / 120e-6, withinPercentage(1e-6));
  }

  @Test
  void sleepersNeedNoCore() {
    Workload workload = new Workload(1e-6, 99e-6, 0, 0, List.of());
    assertThat(throughput(workload, 50, 2)).isCloseTo(500_000, withinPercentage(2.0));
    assertThat(throughput(workload, 1000, 2)).isCloseTo(2e6, withinPercentage(1.0));
  }

  @Test
  void thousandsOfThreadsAreNoTrouble() {
    Workload workload =
        new Workload(1e-3, 0, 0, 0, List.of(new LockDemand("set", 3, 1e-6, 1e-7, 64)));
    assertThat(throughput(workload, 3000, 4000)).isBetween(2.5e6, 3e6);
  }

  @Test
  void theKneeIsWhereTheFirstResourceIsFull() {
    Workload workload =
        new Workload(99e-6, 0, 0, 0, List.of(new LockDemand("queue", 1, 1e-6, 0, 1)));
    assertThat(ClosedNetwork.knee(workload, 1000)).isCloseTo(100, within(0.01));
    assertThat(ClosedNetwork.knee(workload, 8)).isCloseTo(8, within(0.01));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new LockDemand("a", -1, 1, 1, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new LockDemand("a", 1, Double.NaN, 1, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new LockDemand("a", 1, 1, 1, 0)).hasMessageContaining("stripes");
    assertThatThrownBy(() -> new Workload(0, 0, 0, 0, List.of())).hasMessageContaining("no time");
    Workload workload = new Workload(1, 0, 0, 0, List.of());
    assertThatThrownBy(() -> ClosedNetwork.solve(workload, 0, 1)).hasMessageContaining("0 threads");
  }
}
