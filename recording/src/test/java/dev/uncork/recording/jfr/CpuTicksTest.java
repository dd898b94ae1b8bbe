package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;

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
    List<CpuTick> jfr = List.of(jfr(900, 0.7f), jfr(1900, 0.7f), jfr(2900, 0.7f), jfr(3900, 0.7f));

    List<CpuTick> joined = CpuTicks.joined(own, jfr, 4);

    assertThat(joined)
        .extracting(CpuTick::endMillis)
        .containsExactly(100L, 200L, 1900L, 2900L, 5000L);
    assertThat(joined.get(2).processBusy()).isEqualTo(0.7f);
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

    assertThat(CpuTicks.joined(own, List.of(jfr(1000, 0.9f), jfr(1400, 0.9f)), 4)).isEqualTo(own);
  }

  @Test
  void withoutTheAgentJfrTellsAll() {
    List<CpuTick> jfr = List.of(jfr(1000, 0.9f));

    assertThat(CpuTicks.joined(List.of(), jfr, 4)).isEqualTo(jfr);
  }
}
