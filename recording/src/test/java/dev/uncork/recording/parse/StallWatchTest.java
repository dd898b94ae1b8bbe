package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallWatchTest {
  private static final Duration LIMIT = Duration.ofNanos(100);

  private final StallWatch watch = new StallWatch(LIMIT);

  @Test
  void aThreadThatTakesProcessorTimeWithoutAnEventIsStalled() {
    assertThat(watch.isStalled(0, 100, 95)).isFalse();
    assertThat(watch.isStalled(0, 200, 190)).isTrue();
  }

  @Test
  void eventsStartTheWatchAnew() {
    assertThat(watch.isStalled(0, 100, 95)).isFalse();
    assertThat(watch.isStalled(7, 200, 190)).isFalse();
    assertThat(watch.isStalled(7, 300, 280)).isTrue();
  }

  @Test
  void aThreadThatIsNotLetRunIsGivenUpInTheEndOnly() {
    assertThat(watch.isStalled(0, 100, 5)).isFalse();
    for (int limits = 2; limits <= 8; limits++) {
      assertThat(watch.isStalled(0, limits * 100L, 5 + limits)).isFalse();
    }
    assertThat(watch.isStalled(0, 900, 20)).isTrue();
  }

  @Test
  void theClockDecidesWhereTheJvmDoesNotTellProcessorTime() {
    assertThat(watch.isStalled(0, 100, -1)).isFalse();
    assertThat(watch.isStalled(0, 200, -1)).isTrue();
  }
}
