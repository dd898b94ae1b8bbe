package dev.uncork.cli.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.Journey;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Uncertainty;
import dev.uncork.scaling.network.Workload;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user asks {@code uncork predict} for. */
class PredictRequestTest {
  private static final Forecast FORECAST =
      new Forecast(
          new Workload(
              400e-6,
              0,
              0,
              0,
              List.of(
                  new LockDemand("acme.Counter", 1, 1e-6, 15e-6, 1),
                  new LockDemand("acme.Set", 1, 8e-6, 2e-6, 1))),
          Uncertainty.none());

  @Test
  void coresAreListsAndRangesThatDouble() {
    assertThat(CountList.cores().parse("64, 8,16")).containsExactly(8, 16, 64);
    assertThat(CountList.cores().parse("8..384")).containsExactly(8, 16, 32, 64, 128, 256, 384);
    assertThat(CountList.cores().parse("3..3")).containsExactly(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "8..4", "x", "1,,2", "99999", "-3"})
  void otherCoresAreRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> CountList.cores().parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("8,16,64");
  }

  @Test
  void remediesTreatTheBottleneckOfTheirTurnOrTheLockNamed() {
    assertThat(steps("counter,stripe=64"))
        .containsExactly(
            new WorkloadChange(WorkloadChange.Kind.REMOVE, "acme.Counter", 1),
            new WorkloadChange(WorkloadChange.Kind.STRIPE, "acme.Set", 64));
    assertThat(steps("chunk@Set"))
        .containsExactly(new WorkloadChange(WorkloadChange.Kind.CHUNK, "acme.Set", 32));
    assertThat(steps("parallel"))
        .containsExactly(new WorkloadChange(WorkloadChange.Kind.PARALLEL, "", 1));
  }

  private static List<WorkloadChange> steps(String text) {
    return RemedyList.parse(text).steps(FORECAST, 384, 384).stream()
        .map(Journey.Step::remedy)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "stripes", "stripe=0", "stripe=x", "remove,,halve"})
  void otherRemediesAreRefused(String text) {
    assertThatThrownBy(() -> RemedyList.parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("stripe=1024");
  }

  @Test
  void aLockThatIsNotThereIsRefusedWithThoseThatAre() {
    assertThatThrownBy(() -> steps("halve@Queue"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("acme.Counter");
    assertThatThrownBy(() -> steps("counter,counter,counter")).isInstanceOf(UserError.class);
  }
}
