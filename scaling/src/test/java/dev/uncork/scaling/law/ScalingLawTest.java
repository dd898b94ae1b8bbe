package dev.uncork.scaling.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.scaling.law.ScalingLaw.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScalingLawTest {
  private static final int[] WORKERS = {1, 2, 4, 8, 16, 32};

  private static double usl(double lambda, double sigma, double kappa, int workers) {
    return lambda * workers / (1 + sigma * (workers - 1) + kappa * workers * (workers - 1.0));
  }

  private static List<Observation> noisy(
      double lambda, double sigma, double kappa, double noise, Random random) {
    List<Observation> runs = new ArrayList<>();
    for (int run = 0; run < 5; run++) {
      for (int workers : WORKERS) {
        double factor = Math.exp(noise * random.nextGaussian());
        runs.add(new Observation(workers, usl(lambda, sigma, kappa, workers) * factor));
      }
    }
    return runs;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void recoversKnownCoefficientsFromNoisyRuns(long seed) {
    Random random = new Random(seed);
    double lambda = Math.exp(random.nextDouble() * 14 - 3);
    double sigma = 0.01 + 0.2 * random.nextDouble();
    double kappa = 1e-4 + 2e-3 * random.nextDouble();
    ScalingLaw law =
        ScalingLaw.fit(Form.USL, noisy(lambda, sigma, kappa, 0.02, random)).orElseThrow();
    assertThat(law.perWorker().value()).isCloseTo(lambda, within(0.05 * lambda));
    assertThat(law.contention().value()).isCloseTo(sigma, within(0.02 + 0.1 * sigma));
    assertThat(law.coherency().value()).isCloseTo(kappa, within(4e-4 + 0.15 * kappa));
    for (int workers : WORKERS) {
      double truth = usl(lambda, sigma, kappa, workers);
      assertThat(law.at(workers).value()).isCloseTo(truth, within(0.04 * truth));
    }
    assertThat(law.residualShare()).isBetween(0.01, 0.04);
  }

  @Test
  void bandsHoldTheTruthAboutAsOftenAsTheySay() {
    Random random = new Random(42);
    int held = 0;
    int trials = 400;
    for (int i = 0; i < trials; i++) {
      ScalingLaw law = ScalingLaw.fit(Form.USL, noisy(100, 0.1, 1e-3, 0.03, random)).orElseThrow();
      Interval sigma = law.contention();
      held += sigma.low() <= 0.1 && 0.1 <= sigma.high() ? 1 : 0;
    }
    assertThat(held / (double) trials).isBetween(0.92, 0.98);
  }

  @Test
  void amdahlHasNoCoherencyAndNoPeak() {
    ScalingLaw law =
        ScalingLaw.fit(Form.AMDAHL, noisy(10, 0.25, 0, 0.01, new Random(7))).orElseThrow();
    assertThat(law.contention().value()).isCloseTo(0.25, within(0.02));
    assertThat(law.coherency()).isEqualTo(new Interval(0, 0, 0));
    assertThat(law.peakWorkers()).isInfinite();
  }

  @Test
  void peakIsWhereTheCurveIsHighest() {
    ScalingLaw law =
        ScalingLaw.fit(Form.USL, noisy(10, 0.05, 0.004, 0, new Random(7))).orElseThrow();
    double peak = law.peakWorkers();
    assertThat(law.at(peak).value()).isGreaterThan(law.at(peak * 1.05).value());
    assertThat(law.at(peak).value()).isGreaterThan(law.at(peak * 0.95).value());
  }

  @Test
  void refusesToFitWhatDeterminesNoLaw() {
    List<Observation> twoCounts =
        List.of(new Observation(1, 1), new Observation(2, 2), new Observation(2, 2.1));
    assertThat(ScalingLaw.fit(Form.AMDAHL, twoCounts)).isEmpty();
    List<Observation> threeRuns =
        List.of(new Observation(1, 1), new Observation(2, 2), new Observation(4, 3));
    assertThat(ScalingLaw.fit(Form.USL, threeRuns)).isEmpty();
  }

  @Test
  void superlinearRunsGiveALawOnItsBoundInsteadOfAFailure() {
    List<Observation> runs =
        List.of(
            new Observation(1, 10),
            new Observation(2, 21),
            new Observation(4, 43),
            new Observation(8, 88));
    ScalingLaw law = ScalingLaw.fit(Form.AMDAHL, runs).orElseThrow();
    assertThat(law.contention().value()).isZero();
  }

  @Test
  void rejectsAnImpossibleObservation() {
    assertThatThrownBy(() -> new Observation(0, 1)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Observation(1, Double.NaN)).hasMessageContaining("NaN");
  }
}
