package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.remedy.nopreempt.Cooling.Advice;
import org.junit.jupiter.api.Test;

class CoolingTest {
  private final Cooling cooling = new Cooling();

  /** Seconds in which nobody waits, until the remedy is to be left out. */
  private int quietSeconds() {
    int seconds = 1;
    while (cooling.second(0) == Advice.WITH) {
      seconds++;
    }
    return seconds;
  }

  @Test
  void aLockThatNobodyWaitsForWithOrWithoutNeedsNothing() {
    assertThat(quietSeconds()).isEqualTo(10);
    assertThat(cooling.second(0)).isEqualTo(Advice.NEVER_AGAIN);
  }

  @Test
  void aLockThatIsWaitedForWithoutTheRemedyKeepsItAndIsAskedHalfAsOften() {
    assertThat(quietSeconds()).isEqualTo(10);
    assertThat(cooling.second(1300)).isEqualTo(Advice.WITH);
    assertThat(quietSeconds()).isEqualTo(20);
    assertThat(cooling.second(1300)).isEqualTo(Advice.WITH);
    assertThat(quietSeconds()).isEqualTo(40);
  }

  @Test
  void aLockThatIsStillWaitedForIsNotAsked() {
    for (int second = 0; second < 100; second++) {
      assertThat(cooling.second(second % 9 == 8 ? 1 : 0)).isEqualTo(Advice.WITH);
    }
  }
}
