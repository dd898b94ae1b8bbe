package dev.uncork.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.cli.UserError;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-off costs are found again in throughputs that the model made with them, and are kept. */
class CalibrationTest {
  @TempDir Path scratch;

  private static List<Calibration.Point> points(double handOffSeconds) {
    List<Calibration.Point> points = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      for (long nanos : HandOffProbe.HOLD_NANOS) {
        for (int ratio : HandOffProbe.WORK_PER_HOLD) {
          for (int threads : new int[] {1, 2}) {
            double hold = nanos / 1e9;
            Workload workload =
                new Workload(
                    hold * ratio,
                    0,
                    0,
                    0,
                    List.of(new LockDemand("lock", 1, hold, handOffSeconds, 1)));
            double rate = ClosedNetwork.solve(workload, threads, 2).throughput();
            points.add(new Calibration.Point(lockClass, hold, hold * ratio, threads, rate));
          }
        }
      }
    }
    return points;
  }

  @Test
  void theCostIsFoundAgain() {
    HandOffCosts costs = Calibration.costs(points(3e-6), 2);
    assertThat(costs.calibrated()).isTrue();
    assertThat(costs.costs()).hasSize(15);
    assertThat(costs.costs())
        .allSatisfy(cost -> assertThat(cost.handOffSeconds()).isCloseTo(3e-6, within(3e-8)));
    assertThat(costs.seconds(LockClass.MONITOR, 5e-7)).isCloseTo(3e-6, within(3e-8));
  }

  @Test
  void aMachineWithOneCoreIsRefused() {
    assertThatThrownBy(() -> Calibration.run(1, 1, line -> {})).isInstanceOf(UserError.class);
  }

  @Test
  void theProbeMeasuresEveryPoint() throws Exception {
    List<String> lines = new ArrayList<>();
    HandOffCosts costs = Calibration.run(2, 1, lines::add);
    assertThat(lines).hasSize(5 * 3 * 2 * 3 * 2);
    assertThat(costs.costs())
        .hasSize(15)
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
