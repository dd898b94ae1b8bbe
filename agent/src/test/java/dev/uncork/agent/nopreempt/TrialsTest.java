package dev.uncork.agent.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.boot.NonPreemption.Way;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialsTest {
  private final Trials trials = new Trials(List.of(Way.EXTENSION, Way.LONGER_SLICE));

  private static Trial trial(long lateOn, long lateOff) {
    return trial(lateOn, lateOff, 1);
  }

  /** With so many times the sections that there are without. */
  private static Trial trial(long lateOn, long lateOff, double sections) {
    Trial trial = new Trial();
    while (!trial.over()) {
      long late = trial.wantsOn() ? lateOn : lateOff;
      trial.count(late, late, trial.wantsOn() ? 20_000 * sections : 20_000, false);
    }
    return trial;
  }

  @Test
  void theFirstStaysWhereItLeavesHardlyAnyLate() {
    assertThat(trials.next()).contains(Way.EXTENSION);
    trials.done(trial(17, 909));
    assertThat(trials.next()).contains(Way.LONGER_SLICE);
    trials.done(trial(2, 909, 1.005));
    assertThat(trials.next()).isEmpty();
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void theSecondStaysWhereThreadsBeginMoreSectionsWithIt() {
    trials.done(trial(17, 909, 0.995));
    trials.done(trial(71, 909, 1.02));
    assertThat(trials.best()).contains(Way.LONGER_SLICE);
  }

  @Test
  void moreSectionsDoNotMakeUpForMoreLateAcquires() {
    trials.done(trial(17, 909, 0.995));
    trials.done(trial(300, 909, 1.05));
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void theFirstStaysWhereTheSecondIsHardlyBetter() {
    trials.done(trial(97, 434));
    assertThat(trials.next()).contains(Way.LONGER_SLICE);
    trials.done(trial(91, 493));
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void theSecondStaysWhereItLeavesClearlyFewer() {
    trials.done(trial(659, 861));
    assertThat(trials.next()).contains(Way.LONGER_SLICE);
    trials.done(trial(75, 861));
    assertThat(trials.next()).isEmpty();
    assertThat(trials.best()).contains(Way.LONGER_SLICE);
    assertThat(trials.figures(trials.best(), Way::toString))
        .matches(
            "LONGER_SLICE: late acquires 861 -> 75 .*, sections 20000 -> 20000;"
                + " EXTENSION: late acquires 861 -> 659 .*, sections 20000 -> 20000");
  }

  @Test
  void theFirstStaysWhereTheSecondIsNoBetter() {
    trials.done(trial(400, 861));
    trials.done(trial(861, 861));
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void longerSlicesStayOnlyWhereTheyLoseNoThroughput() {
    trials.done(trial(850, 861));
    trials.done(trial(75, 861, 0.98));
    assertThat(trials.next()).isEmpty();
    assertThat(trials.best()).isEmpty();
  }

  @Test
  void longerSlicesThatLoseInASecondTrialGiveWay() {
    trials.done(trial(600, 861));
    trials.done(trial(75, 861, 1.02));
    assertThat(trials.best()).contains(Way.LONGER_SLICE);
    trials.again(Way.LONGER_SLICE);
    assertThat(trials.next()).contains(Way.LONGER_SLICE);
    trials.done(trial(75, 861, 0.96));
    assertThat(trials.next()).isEmpty();
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void theExtensionMayCostALittleThroughput() {
    trials.done(trial(75, 861, 0.99));
    assertThat(trials.best()).contains(Way.EXTENSION);
  }

  @Test
  void noneStaysWhereNoneHelps() {
    trials.done(trial(850, 861));
    trials.done(trial(900, 861));
    assertThat(trials.next()).isEmpty();
    assertThat(trials.best()).isEmpty();
  }
}
