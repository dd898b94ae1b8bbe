package dev.uncork.scaling.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What all runs together come to. */
class SweepResultTest {
  private static final List<Point> POINTS =
      Stream.of(1, 2, 4).map(workers -> new Point(workers, "", List.of())).toList();

  private static Trial trial(int workers, int round, double throughput, @Nullable String failure) {
    return new Trial(new Point(workers, "", List.of()), round, throughput, 1, 0.01, failure);
  }

  /** Three runs of 100, 180 and 300 operations a second, one of four workers failed. */
  private static List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    trials.add(trial(1, 0, 1, null));
    for (int round = 1; round <= 3; round++) {
      trials.add(trial(1, round, 99 + 0.5 * round, null));
      trials.add(trial(2, round, 178 + round, null));
      trials.add(trial(4, round, 298 + round, round == 2 ? "exit code 1, \"bad\"" : null));
    }
    return trials;
  }

  @Test
  void failedAndWarmUpRunsAreNeverCounted() {
    SweepResult result = SweepResult.of("operations/s", POINTS, trials());
    List<SweepResult.CurvePoint> points = result.series().get(0).points();
    assertThat(points.get(0).counted()).isEqualTo(3);
    assertThat(points.get(0).throughput().orElseThrow().median()).isEqualTo(100);
    assertThat(points.get(2).counted()).isEqualTo(2);
    assertThat(points.get(2).failed()).isEqualTo(1);
    assertThat(points.get(2).throughput().orElseThrow().median()).isEqualTo(300);
    assertThat(result.hasHoles()).isFalse();
    assertThat(result.noise()).isEqualTo(new SweepResult.Noise(0, 9, 0, 0));
    assertThat(result.series().get(0).laws()).hasSize(2);
  }

  @Test
  void aPointWithoutARunThatCountsIsAHole() {
    SweepResult result =
        SweepResult.of("runs/s", POINTS, List.of(trial(1, 1, 5, null), trial(2, 1, 5, "no")));
    assertThat(result.hasHoles()).isTrue();
    assertThat(result.series().get(0).laws()).isEmpty();
  }

  @Test
  void noiseIsSeen() {
    Trial disturbed = new Trial(POINTS.get(0), 1, 10, 1, 0.4, null);
    SweepResult result =
        SweepResult.of("runs/s", POINTS, List.of(disturbed, trial(1, 2, 20, null)));
    assertThat(result.noise()).isEqualTo(new SweepResult.Noise(1, 2, 0.4, 1));
  }
}
