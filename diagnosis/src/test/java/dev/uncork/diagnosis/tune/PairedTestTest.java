package dev.uncork.diagnosis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.tune.PairedTest.Verdict;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** The sequential test: rarely wrong without an effect, quick with one. */
class PairedTestTest {
  private static Verdict decide(double level, double effect, DoubleSupplier noise) {
    PairedTest test = new PairedTest(level, 12);
    while (test.verdict() == Verdict.OPEN) {
      test.add(100 * Math.exp(noise.getAsDouble()), 100 * effect * Math.exp(noise.getAsDouble()));
    }
    return test.verdict();
  }

  private static double shareBetter(double level, double effect, DoubleSupplier noise) {
    int better = 0;
    for (int i = 0; i < 4000; i++) {
      better += decide(level, effect, noise) == Verdict.BETTER ? 1 : 0;
    }
    return better / 4000.0;
  }

  @Test
  void withoutAnEffectKeepsAreRarerThanTheLevelWhateverTheNoise() {
    Random random = new Random(1);
    assertThat(shareBetter(0.02, 1, () -> 0.05 * random.nextGaussian())).isLessThan(0.02);
    // Heavy tails: one run in ten is disturbed.
    assertThat(
            shareBetter(
                0.02, 1, () -> (random.nextInt(10) == 0 ? 0.4 : 0.02) * random.nextGaussian()))
        .isLessThan(0.02);
    // Disturbances only slow a run down.
    assertThat(
            shareBetter(0.02, 1, () -> random.nextInt(5) == 0 ? -0.3 * random.nextDouble() : 0.0))
        .isLessThan(0.02);
  }

  @Test
  void aLargeGainIsProvenSoon() {
    Random random = new Random(2);
    assertThat(shareBetter(0.02, 1.5, () -> 0.03 * random.nextGaussian())).isGreaterThan(0.99);
    PairedTest test = new PairedTest(0.02, 12);
    test.add(100, 160);
    test.add(101, 158);
    assertThat(test.verdict()).isEqualTo(Verdict.OPEN);
    test.add(99, 161);
    assertThat(test.verdict()).isEqualTo(Verdict.BETTER);
    assertThat(test.gain().orElseThrow().value()).isCloseTo(0.597, within(0.01));
    assertThat(test.gain().orElseThrow().low()).isPositive();
  }

  @Test
  void aLossIsNotKept() {
    Random random = new Random(3);
    assertThat(shareBetter(0.02, 0.9, () -> 0.03 * random.nextGaussian())).isZero();
    PairedTest test = new PairedTest(0.02, 12);
    test.add(100, 70);
    test.add(100, 71);
    test.add(100, 69.5);
    assertThat(test.verdict()).isEqualTo(Verdict.WORSE);
  }

  @Test
  void aGainTooSmallToMatterIsNotKeptHoweverCertain() {
    PairedTest test = new PairedTest(0.02, 12);
    while (test.verdict() == Verdict.OPEN) {
      test.add(1000, 1005);
    }
    assertThat(test.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(test.pairs()).isEqualTo(3);
  }

  @Test
  void theIntervalHoldsTheTruthAtAnyTime() {
    Random random = new Random(4);
    int missed = 0;
    for (int i = 0; i < 2000; i++) {
      PairedTest test = new PairedTest(0.02, 12);
      boolean inside = true;
      for (int pair = 0; pair < 12; pair++) {
        test.add(
            100 * Math.exp(0.05 * random.nextGaussian()),
            120 * Math.exp(0.05 * random.nextGaussian()));
        inside &=
            test.gain().isEmpty()
                || (test.gain().get().low() <= 0.2 && test.gain().get().high() >= 0.2);
      }
      missed += inside ? 0 : 1;
    }
    assertThat(missed / 2000.0).isLessThan(0.1);
  }

  @Test
  void evidenceIsNoneWithoutEffectAndGrowsWithIt() {
    for (int n = 3; n < 30; n++) {
      assertThat(PairedTest.evidence(n, 0)).isLessThan(1);
      double last = 0;
      for (double effect = 0; effect < 20; effect += 0.5) {
        double evidence = PairedTest.evidence(n, effect);
        assertThat(evidence).isGreaterThan(last);
        last = evidence;
      }
    }
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new PairedTest(0.7, 12)).hasMessageContaining("level 0.7");
    assertThatThrownBy(() -> new PairedTest(0.02, 12).add(0, 5)).hasMessageContaining("above 0");
  }
}
