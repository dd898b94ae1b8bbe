package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickClockTest {
  private final TickClock clock = new TickClock(1_000, 5_000_000_000L, 2_000_000_000L);

  @Test
  void ticksBecomeNanoseconds() {
    assertThat(clock.nanos(3_000)).isEqualTo(5_000_001_000L);
    assertThat(clock.span(500)).isEqualTo(250);
  }

  @Test
  void theNextChunkOfARecordingKeepsTheClock() {
    TickClock next = new TickClock(2_000_001_000L, 6_000_400_000L, 2_000_000_000L);

    assertThat(clock.then(next)).isSameAs(clock);
  }

  @Test
  void aChunkOfAnotherJvmHasItsOwn() {
    TickClock otherStart = new TickClock(50, 70_000_000_000L, 2_000_000_000L);
    TickClock otherRate = new TickClock(1_000, 5_000_000_000L, 1_000_000_000L);

    assertThat(clock.then(otherStart)).isSameAs(otherStart);
    assertThat(clock.then(otherRate)).isSameAs(otherRate);
  }
}
