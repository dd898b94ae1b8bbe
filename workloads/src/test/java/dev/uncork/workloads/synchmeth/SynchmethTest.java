package dev.uncork.workloads.synchmeth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.workloads.sections.Dispersion;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SynchmethTest {
  @ParameterizedTest
  @EnumSource
  void counterAgreesWithTheThreads(SharedCounter.Kind kind) throws Exception {
    for (int workInside : new int[] {0, 10}) {
      Synchmeth.Result result = new Synchmeth(kind.create(workInside), 20).run(4, 0.1, rate -> {});

      assertThat(result.perThread()).hasSize(4);
      assertThat(result.counted()).isPositive().isEqualTo(Arrays.stream(result.perThread()).sum());
      assertThat(result.seconds()).isGreaterThanOrEqualTo(0.1);
    }
  }

  @Test
  void dispersionTellsEqualFromUnequal() {
    assertThat(Dispersion.jain(new long[] {5, 5, 5, 5})).isEqualTo(1);
    assertThat(Dispersion.jain(new long[] {20, 0, 0, 0})).isEqualTo(0.25);
    assertThat(Dispersion.coefficientOfVariation(new long[] {5, 5})).isZero();
    assertThat(Dispersion.coefficientOfVariation(new long[] {0, 10})).isCloseTo(1, within(1e-9));
  }
}
