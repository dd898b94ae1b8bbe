package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Synthetic series as a machine of so many CPUs would show them, fixed seeds. */
class SawtoothTest {
  private static final int ROUNDS = 40;

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 64, 384})
  void aCycleIsSeenWhateverItsLengthAndNoise(int cpus) {
    Random random = new Random(cpus);
    for (int round = 0; round < ROUNDS; round++) {
      int period = 4 + random.nextInt(30);
      double noise = random.nextDouble() * 0.08;
      double top = 0.7 + random.nextDouble() * 0.3;
      int n = Math.max(150, period * 8);
      Sawtooth sawtooth =
          find(cpus, n, t -> top * (t % period) / (period - 1.0) + noise * random.nextGaussian());

      assertThat(sawtooth.present()).as("period %d of %d", period, n).isTrue();
      assertThat(sawtooth.periodSeconds() / (period * 0.1) % 1.0)
          .as("period %d, found %s", period, sawtooth)
          .satisfiesAnyOf(
              part -> assertThat(part).isLessThan(0.2),
              part -> assertThat(part).isGreaterThan(0.8));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 64, 384})
  void cyclesOfUnequalLengthAreSeen(int cpus) {
    Random random = new Random(cpus);
    for (int round = 0; round < ROUNDS; round++) {
      int middle = 10 + random.nextInt(10);
      int[] left = {0};
      boolean[] busy = {true};
      Sawtooth sawtooth =
          find(
              cpus,
              400,
              t -> {
                if (left[0]-- <= 0) {
                  busy[0] = !busy[0];
                  left[0] = middle + random.nextInt(3) - 1;
                }
                return busy[0] ? 0.95 : 0.2;
              });

      assertThat(sawtooth.present()).as("middle %d", middle).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 16, 64, 384})
  void steadyLoadRampsStepsAndNoiseAreNotACycle(int cpus) {
    Random random = new Random(cpus);
    for (int round = 0; round < ROUNDS; round++) {
      double level = random.nextDouble();
      double noise = random.nextDouble() * 0.3;
      int n = 60 + random.nextInt(600);
      int step = random.nextInt(n);

      assertThat(find(cpus, n, t -> level + 0.03 * random.nextGaussian()).present())
          .as("flat")
          .isFalse();
      assertThat(find(cpus, n, t -> (double) t / n).present()).as("ramp").isFalse();
      assertThat(find(cpus, n, t -> t < step ? 0.95 : 1.0 / cpus).present()).as("step").isFalse();
      assertThat(find(cpus, n, t -> 0.5 + noise * random.nextGaussian()).present())
          .as("noise %.2f n %d", noise, n)
          .isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64})
  void twoBurstsAreNotACycle(int cpus) {
    Random random = new Random(cpus);
    for (int round = 0; round < ROUNDS; round++) {
      int first = random.nextInt(100);
      int second = first + 20 + random.nextInt(80);
      Sawtooth sawtooth =
          find(
              cpus,
              200,
              t -> t >= first && t < first + 10 || t >= second && t < second + 10 ? 0.9 : 0.05);

      assertThat(sawtooth.present()).isFalse();
    }
  }

  private static Sawtooth find(int cpus, int ticks, IntToDoubleFunction busyShare) {
    List<Double> values = new ArrayList<>();
    for (int t = 0; t < ticks; t++) {
      double share = Math.max(0, Math.min(1, busyShare.applyAsDouble(t)));
      // The kernel counts in hundredths of a second of each CPU.
      double steps = cpus * 10.0;
      values.add(Math.round(share * steps) / steps);
    }
    return Sawtooth.of(values, 0.1);
  }
}
