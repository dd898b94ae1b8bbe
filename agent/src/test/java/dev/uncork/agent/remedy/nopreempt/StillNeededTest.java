package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.remedy.nopreempt.StillNeeded.Advice;
import org.junit.jupiter.api.Test;

class StillNeededTest {
  private final StillNeeded stillNeeded = new StillNeeded();

  /** Seconds in which nobody waits, until the remedy is to be left out. */
  private int quietSeconds() {
    int seconds = 1;
    while (stillNeeded.second(0) == Advice.WITH) {
      seconds++;
    }
    return seconds;
  }

  @Test
  void aLockThatNobodyWaitsForWithOrWithoutNeedsNothing() {
    assertThat(quietSeconds()).isEqualTo(10);
    assertThat(stillNeeded.second(0)).isEqualTo(Advice.NEVER_AGAIN);
  }

  @Test
  void aLockThatIsWaitedForWithoutTheRemedyKeepsItAndIsAskedHalfAsOften() {
    assertThat(quietSeconds()).isEqualTo(10);
    assertThat(stillNeeded.second(1300)).isEqualTo(Advice.WITH);
    assertThat(quietSeconds()).isEqualTo(20);
    assertThat(stillNeeded.second(1300)).isEqualTo(Advice.WITH);
    assertThat(quietSeconds()).isEqualTo(40);
  }

  @Test
  void aLockThatIsStillWaitedForIsNotAsked() {
    for (int second = 0; second < 100; second++) {
      assertThat(stillNeeded.second(second % 9 == 8 ? 1 : 0)).isEqualTo(Advice.WITH);
    }
  }
}
