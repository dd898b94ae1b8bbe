package dev.uncork.scaling.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class MedianIntervalTest {
  @Test
  void fiveRunsGiveLeastToGreatestAndSayWhatThatIsWorth() {
    MedianInterval interval = MedianInterval.of(5, 1, 4, 2, 3);
    assertThat(interval).isEqualTo(new MedianInterval(1, 3, 5, 0.9375));
  }

  @Test
  void oneRunGivesNoConfidence() {
    assertThat(MedianInterval.of(7)).isEqualTo(new MedianInterval(7, 7, 7, 0));
  }

  @Test
  void manyRunsLeaveOutliersOutside() {
    double[] values = new double[20];
    for (int i = 0; i < values.length; i++) {
      values[i] = i == 19 ? 1e9 : i;
    }
    MedianInterval interval = MedianInterval.of(values);
    assertThat(interval.high()).isLessThan(20);
    assertThat(interval.confidence()).isBetween(0.95, 0.97);
  }

  @Test
  void holdsTheMedianOfASkewedNoiseAsOftenAsItSays() {
    Random random = new Random(3);
    int held = 0;
    for (int trial = 0; trial < 2000; trial++) {
      double[] values = random.doubles(9).map(u -> -Math.log(1 - u)).toArray();
      MedianInterval interval = MedianInterval.of(values);
      held += interval.low() <= Math.log(2) && Math.log(2) <= interval.high() ? 1 : 0;
    }
    assertThat(held / 2000.0).isCloseTo(MedianInterval.of(new double[9]).confidence(), within(.02));
  }

  @Test
  void refusesNoValues() {
    assertThatThrownBy(MedianInterval::of).hasMessageContaining("no values");
  }
}
