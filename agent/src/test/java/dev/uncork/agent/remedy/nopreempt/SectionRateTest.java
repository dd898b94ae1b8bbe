package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SectionRateTest {
  private final SectionRate rate = new SectionRate(1000);

  /** Whether it fell in any of the seconds, given the counts at their ends. */
  private boolean fell(long... counts) {
    return LongStream.of(counts)
        .mapToObj(count -> rate.fell(count, 1))
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
    assertThat(rate.fell(3200, 4)).isFalse();
    assertThat(rate.mayFall()).isFalse();
    assertThat(rate.fell(6000, 4)).isFalse();
    assertThat(rate.mayFall()).isTrue();
    assertThat(fell(6700, 7400)).isTrue();
  }

  @Test
  void aCountThatStartsAnewIsNone() {
    assertThat(fell(700, 1400, 20, 900, 1600, 2300)).isFalse();
  }
}
