package dev.uncork.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.uncork.cli.error.UserError;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-off costs are found again in throughputs that the model made with them, and are kept. */
class CalibrationTest {
  @TempDir Path scratch;

  private static HandOff handOff(LockClass lockClass, double seconds) {
    boolean seen = lockClass.passing() == HandOff.Passing.SEEN;
    return new HandOff(lockClass.passing(), seconds, seen ? 0 : seconds / 3);
  }

  private static List<Calibration.Point> points(double handOffSeconds) {
    List<Calibration.Point> points = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      for (long nanos : HandOffProbe.HOLD_NANOS) {
        for (int percent : HandOffProbe.WORK_PERCENT_OF_HOLD) {
          for (int threads : new int[] {1, 2}) {
            double hold = nanos / 1e9;
            double work = nanos * percent / 100 / 1e9;
            LockDemand lock =
                new LockDemand("lock", 1, hold, handOff(lockClass, handOffSeconds), 1);
            Workload workload = new Workload(work, 0, 0, 0, List.of(lock));
            double rate = ClosedNetwork.solve(workload, threads, 2).throughput();
            points.add(new Calibration.Point(lockClass, hold, work, threads, rate, 0));
          }
        }
      }
    }
    return points;
  }

  @Test
  void theCostIsFoundAgain() {
    HandOffCosts costs = Calibration.costs(points(15e-6), 2);
    assertThat(costs.calibrated()).isTrue();
    assertThat(costs.costs()).hasSize(5 * 3);
    for (LockClass lockClass : LockClass.values()) {
      HandOff found = costs.of(lockClass, 5e-7);
      assertThat(found.seconds()).as(lockClass + "").isCloseTo(15e-6, withinPercentage(5.0));
      // What signalling costs hardly shows where the lock is given away.
      if (lockClass.passing() == HandOff.Passing.FREE) {
        assertThat(found.signalSeconds()).isCloseTo(5e-6, withinPercentage(15.0));
      }
    }
  }

  @Test
  void roundsThatDifferMakeALockUnsteadyAtThatLengthOfItsSections() {
    List<Calibration.Point> points = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      List<Calibration.Point> slow = points(40e-6);
      List<Calibration.Point> fast = points(2e-6);
      for (int i = 0; i < slow.size(); i++) {
        boolean differs = slow.get(i).holdSeconds() < 5e-6 && round % 2 == 0;
        points.add(differs ? slow.get(i) : fast.get(i));
      }
    }
    HandOffCosts costs = Calibration.costs(points, 2);
    for (LockClass lockClass : List.of(LockClass.FAIR, LockClass.REENTRANT)) {
      assertThat(costs.spread(lockClass, 1e-6)).as(lockClass + "").isBetween(5.0, 25.0);
      assertThat(costs.steady(lockClass, 1e-6)).isFalse();
      assertThat(costs.steady(lockClass, 1e-5)).isTrue();
    }
    assertThat(Calibration.costs(points(2e-6), 2).spread(LockClass.FAIR, 1e-6)).isEqualTo(1);
  }

  @Test
  void whatOtherProcessesDisturbedDoesNotCount() {
    List<Calibration.Point> points = points(15e-6);
    HandOffCosts quiet = Calibration.costs(points, 2);
    for (Calibration.Point p : List.copyOf(points)) {
      points.add(
          new Calibration.Point(
              p.lockClass(), p.holdSeconds(), p.workSeconds(), p.threads(), p.rate() / 3, 0.5));
    }
    assertThat(Calibration.costs(points, 2)).isEqualTo(quiet);
  }

  @Test
  void aMachineWithOneCoreIsRefused() {
    assertThatThrownBy(() -> Calibration.run(1, 1, line -> {})).isInstanceOf(UserError.class);
  }

  @DefaultTier
  @Test
  void theProbeMeasuresEveryPoint() throws Exception {
    List<String> lines = new ArrayList<>();
    HandOffCosts costs = Calibration.run(2, 1, lines::add).costs();
    assertThat(lines).hasSize(5 * 3 * 3 * 2 * HandOffProbe.ROUNDS);
    assertThat(costs.costs())
        .hasSize(5 * 3)
        .allSatisfy(c -> assertThat(c.handOffSeconds()).isNotNegative());
  }

  @Test
  void costsAreKeptAndADamagedFileIsAsGoodAsNone() throws Exception {
    HandOffFile file = new HandOffFile(scratch.resolve("a/b/hand-off.json"));
    assertThat(file.read().calibrated()).isFalse();
    HandOffCosts costs = Calibration.costs(points(1e-6), 2);
    file.write(costs);
    assertThat(file.read()).isEqualTo(costs);
    Files.writeString(file.path(), "{");
    assertThat(file.read().calibrated()).isFalse();
  }
}
