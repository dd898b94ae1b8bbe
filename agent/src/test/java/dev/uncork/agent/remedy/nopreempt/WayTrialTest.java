package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WayTrialTest {
  private final WayTrial trial = new WayTrial(5);

  private void run(long blockedOn, long lateOn, long blockedOff, long lateOff) {
    for (int second = 0; second < 5; second++) {
      trial.count(true, blockedOn, lateOn, 23_600);
      trial.count(false, blockedOff, lateOff, 24_500);
    }
  }

  @Test
  void helpsWhenFewerAcquiresAreLate() {
    run(54, 3, 1356, 450);
    assertThat(trial.helps()).isTrue();
    assertThat(trial.figures()).isEqualTo("late acquires 450 -> 3 a second, blocked 1356 -> 54");
    assertThat(trial.latePerSecondWithout()).isEqualTo(450);
    assertThat(trial.losesNothing()).isFalse();
    assertThat(trial.sectionFigures()).isEqualTo("sections 24500 -> 23600");
  }

  /** Seconds that scatter by so much, with so much of the sections that there are without. */
  private boolean losesNothing(double share, double scatter) {
    for (int second = 0; second < 10; second++) {
      double deviation = second % 4 < 2 ? scatter : -scatter;
      boolean on = second % 2 == 0;
      trial.count(on, 0, 0, 20_000 * (on ? share : 1) * (1 + deviation));
    }
    return trial.losesNothing();
  }

  @Test
  void doesNotHelpWhenAsManyAre() {
    run(1300, 430, 1356, 450);
    assertThat(trial.helps()).isFalse();
  }

  @Test
  void doesNotHelpWhereThatMayBeChance() {
    run(10, 10, 14, 13);
    assertThat(trial.helps()).as("50 of 65 late acquires, 50 of 70 blocked ones").isFalse();
  }

  @Test
  void helpsWhereAsManyAreLateAndClearlyFewerBlocked() {
    run(300, 10, 900, 10);
    assertThat(trial.helps()).isTrue();
  }

  @Test
  void doesNotHelpWhenNothingHappens() {
    run(0, 0, 0, 0);
    assertThat(trial.helps()).isFalse();
  }

  @Test
  void aSmallLossWithinChanceIsNone() {
    assertThat(losesNothing(0.988, 0.03)).isTrue();
  }

  @Test
  void aSmallLossBeyondChanceIsOne() {
    assertThat(losesNothing(0.988, 0.001)).isFalse();
  }

  @Test
  void aLossIsOneThoughItMayBeChance() {
    assertThat(losesNothing(0.96, 0.1)).isFalse();
  }
}
