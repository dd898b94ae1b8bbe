package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace(1000);

  /** Whether it fell in any of the seconds, given the counts at their ends. */
  private boolean fell(long... counts) {
    return LongStream.of(counts)
        .mapToObj(count -> pace.fell(count, 1))
        .reduce(false, Boolean::logicalOr);
  }

  @Test
  void threeSlowSecondsInARowAreAFall() {
    assertThat(fell(1000, 1700, 2400)).isFalse();
    assertThat(fell(3100)).isTrue();
  }

  @Test
  void aSlowSecondNowAndThenIsNone() {
    assertThat(fell(1000, 1700, 2400, 3200, 3900, 4600, 5400)).isFalse();
  }

  @Test
  void whatBeginsInLongerTimeCountsBySecond() {
    assertThat(pace.fell(3200, 4)).isFalse();
    assertThat(pace.mayFall()).isFalse();
    assertThat(pace.fell(6000, 4)).isFalse();
    assertThat(pace.mayFall()).isTrue();
    assertThat(fell(6700, 7400)).isTrue();
  }

  @Test
  void aCountThatStartsAnewIsNone() {
    assertThat(fell(700, 1400, 20, 900, 1600, 2300)).isFalse();
  }
}
