package dev.uncork.diagnosis.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AssumptionsTest {
  @Test
  void anUnsteadyRunIsSaid() {
    double[] steady = IntStream.range(0, 20).mapToDouble(i -> 100 + i % 3).toArray();
    double[] falling = IntStream.range(0, 20).mapToDouble(i -> 200 - 8 * i).toArray();
    double[] mixed = IntStream.range(0, 20).mapToDouble(i -> i % 5 == 0 ? 400 : 20).toArray();
    assertThat(Assumptions.steady(steady)).isEmpty();
    assertThat(Assumptions.steady(falling).orElseThrow()).isInstanceOf(Doubt.Unsteady.class);
    assertThat(Assumptions.steady(mixed).orElseThrow()).isInstanceOf(Doubt.SeveralKinds.class);
    assertThat(Assumptions.steady(new double[] {1, 9})).isEmpty();
  }

  @Test
  void aHolderWithoutACoreIsSaid() {
    assertThat(Assumptions.holderRuns("a", 1e-6, 0.02, 8, 2))
        .contains(new Doubt.HolderLosesCore("a", 0.02, 1e-6, 8, 2));
    assertThat(Assumptions.holderRuns("a", 1e-6, 0.02, 2, 2)).isEmpty();
    assertThat(Assumptions.holderRuns("a", 1e-3, 0.02, 8, 2)).isEmpty();
    assertThat(Assumptions.holderRuns("a", 1e-6, 1e-4, 8, 2)).isEmpty();
  }
}
