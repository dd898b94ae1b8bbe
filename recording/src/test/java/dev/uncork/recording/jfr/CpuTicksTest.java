package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.uncork.recording.CpuTick;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuTicksTest {
  private static CpuTick own(long endMillis, long millis, float busy) {
    return new CpuTick(endMillis, millis * 1_000_000, busy, busy, 4, 4);
  }

  private static CpuTick jfr(long endMillis, float busy) {
    return new CpuTick(endMillis, 1_000_000_000L, busy, busy, 0, 0);
  }

  @Test
  void gapsOfTheAgentAreFilled() {
    List<CpuTick> own = List.of(own(100, 100, 0.5f), own(200, 100, 0.5f), own(5000, 1200, 0.9f));
    List<CpuTick> jfr = List.of(jfr(900, 0.6f), jfr(1900, 0.7f), jfr(3500, 0.8f), jfr(4500, 0.8f));

    List<CpuTick> joined = CpuTicks.joined(own, jfr, 4);

    assertThat(joined)
        .extracting(CpuTick::endMillis, tick -> tick.intervalNanos() / 1_000_000)
        .containsExactly(
            tuple(100L, 100L),
            tuple(200L, 100L),
            tuple(900L, 700L),
            tuple(1900L, 1000L),
            tuple(3500L, 1600L),
            tuple(3800L, 300L),
            tuple(5000L, 1200L));
    assertThat(joined.get(4).processBusy()).isEqualTo(0.8f);
  }

  @Test
  void aShareOfTheMachineBecomesOneOfTheUsableCpus() {
    List<CpuTick> joined = CpuTicks.joined(List.of(own(100, 100, 1)), List.of(jfr(2000, 0.25f)), 2);

    assertThat(joined.get(1).processBusy()).isEqualTo(0.5f);
    assertThat(joined.get(1).machineBusy()).isEqualTo(0.25f);
  }

  @Test
  void whereTheAgentLookedItsFiguresStand() {
    List<CpuTick> own = List.of(own(500, 500, 0.1f), own(1000, 500, 0.2f));

    assertThat(CpuTicks.joined(own, List.of(jfr(1000, 0.9f), jfr(1100, 0.9f)), 4)).isEqualTo(own);
  }

  @Test
  void theFirstTickOfAJvmSaysNothing() {
    assertThat(CpuTicks.joined(List.of(), List.of(jfr(1000, 0), jfr(2100, 0.8f)), 4))
        .containsExactly(new CpuTick(2100, 1_100_000_000L, 0.8f, 0.8f, 0, 0));
  }

  @Test
  void withoutTheAgentJfrTellsAll() {
    assertThat(CpuTicks.joined(List.of(), List.of(jfr(1000, 0.9f), jfr(2500, 0.8f)), 4))
        .containsExactly(jfr(1000, 0.9f), new CpuTick(2500, 1_500_000_000L, 0.8f, 0.8f, 0, 0));
  }
}
