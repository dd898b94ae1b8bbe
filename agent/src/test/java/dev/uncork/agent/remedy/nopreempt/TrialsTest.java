package dev.uncork.agent.remedy.nopreempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.boot.nopreempt.NonPreemption.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialsTest {
  private static final int LATE_WITHOUT = 861;

  private final Trials trials = new Trials(List.of(Way.EXTENSION, Way.LONGER_SLICE));

  /** Late acquires of a second, and sections as a multiple of those without any way. */
  private record Second(long late, double sections) {}

  private static final Second NOT_TRIED = new Second(0, 0);

  /** The way that stays where sections are inside of others. */
  private Optional<Way> best(Second extension, Second longer) {
    run(extension, longer);
    return trials.best(true);
  }

  /** The way that stays where none are. */
  private Optional<Way> bestOfFlat(Second extension, Second longer) {
    run(extension, longer);
    return trials.best(false);
  }

  private void run(Second extension, Second longer) {
    while (!trials.over()) {
      Second second =
          trials
              .turn()
              .map(way -> way == Way.EXTENSION ? extension : longer)
              .orElse(new Second(LATE_WITHOUT, 1));
      trials.count(second.late, second.late, 20_000 * second.sections, false);
    }
    assertThat(trials.latePerSecondWithout()).isEqualTo(LATE_WITHOUT);
  }

  @Test
  void theFirstStaysWhereItLeavesHardlyAnyLate() {
    assertThat(best(new Second(17, 1), new Second(2, 1.005))).contains(Way.EXTENSION);
  }

  @Test
  void longerSlicesStayWhereSectionsHaveLessToDoWithThem() {
    assertThat(bestOfFlat(new Second(17, 1.01), new Second(19, 1.005))).contains(Way.LONGER_SLICE);
  }

  @Test
  void theFirstStaysWhereThreadsBeginFewerSectionsWithTheSecond() {
    assertThat(bestOfFlat(new Second(17, 1.02), new Second(19, 1.005))).contains(Way.EXTENSION);
  }

  @Test
  void theFirstStaysWhereTheSecondLeavesClearlyMore() {
    assertThat(bestOfFlat(new Second(17, 1), new Second(300, 1.005))).contains(Way.EXTENSION);
  }

  @Test
  void theSecondStaysWhereThreadsBeginMoreSectionsWithIt() {
    assertThat(best(new Second(17, 0.995), new Second(71, 1.02))).contains(Way.LONGER_SLICE);
  }

  @Test
  void moreSectionsDoNotMakeUpForMoreLateAcquires() {
    assertThat(best(new Second(17, 0.995), new Second(300, 1.05))).contains(Way.EXTENSION);
  }

  @Test
  void theFirstStaysWhereTheSecondIsHardlyBetter() {
    assertThat(best(new Second(190, 1), new Second(160, 1))).contains(Way.EXTENSION);
  }

  @Test
  void theSecondStaysWhereItLeavesClearlyFewer() {
    assertThat(best(new Second(659, 1), new Second(75, 1))).contains(Way.LONGER_SLICE);
    assertThat(trials.figures(trials.best(true), Way::toString))
        .matches(
            "LONGER_SLICE: late acquires 861 -> 75 .*, sections 20000 -> 20000;"
                + " EXTENSION: late acquires 861 -> 659 .*, sections 20000 -> 20000");
  }

  @Test
  void theFirstStaysWhereTheSecondIsNoBetter() {
    assertThat(best(new Second(400, 1), new Second(LATE_WITHOUT, 1))).contains(Way.EXTENSION);
  }

  @Test
  void longerSlicesStayOnlyWhereTheyLoseNoThroughput() {
    assertThat(best(new Second(850, 1), new Second(75, 0.98))).isEmpty();
  }

  @Test
  void slicesHaveToLeaveFarFewerLate() {
    assertThat(best(new Second(850, 1), new Second(600, 1.07))).isEmpty();
    trials.again(Way.LONGER_SLICE);
    assertThat(best(NOT_TRIED, new Second(450, 1.07))).contains(Way.LONGER_SLICE);
  }

  @Test
  void theExtensionNeedNotLeaveFarFewerLate() {
    assertThat(best(new Second(600, 1), new Second(600, 1.07))).contains(Way.EXTENSION);
  }

  @Test
  void longerSlicesThatLoseInASecondTrialGiveWay() {
    assertThat(best(new Second(600, 1), new Second(75, 1.02))).contains(Way.LONGER_SLICE);
    trials.again(Way.LONGER_SLICE);
    assertThat(best(NOT_TRIED, new Second(75, 0.96))).contains(Way.EXTENSION);
  }

  @Test
  void shorterSlicesAreTriedWhereLongerOnesHelpAtALoss() {
    assertThat(best(new Second(850, 1), new Second(75, 0.5))).isEmpty();
    assertThat(trials.next()).contains(Way.MEDIUM_SLICE);
    trials.again(Way.MEDIUM_SLICE);
    assertThat(best(NOT_TRIED, new Second(300, 1.02))).contains(Way.MEDIUM_SLICE);
    assertThat(trials.sectionsPerSecond(Way.MEDIUM_SLICE)).isEqualTo(20_400);
    assertThat(trials.next()).isEmpty();
  }

  @Test
  void shorterSlicesMayLoseToo() {
    assertThat(best(new Second(850, 1), new Second(75, 0.5))).isEmpty();
    trials.again(Way.MEDIUM_SLICE);
    assertThat(best(NOT_TRIED, new Second(300, 0.95))).isEmpty();
  }

  @Test
  void shorterSlicesAreNotTriedWhereLongerOnesDoNotHelpOrLoseNothing() {
    run(new Second(850, 1), new Second(850, 0.5));
    assertThat(trials.next()).isEmpty();
    trials.again(Way.LONGER_SLICE);
    run(NOT_TRIED, new Second(75, 1));
    assertThat(trials.next()).isEmpty();
  }

  @Test
  void theExtensionMayCostALittleThroughput() {
    assertThat(best(new Second(75, 0.99), new Second(LATE_WITHOUT, 1))).contains(Way.EXTENSION);
  }

  @Test
  void noneStaysWhereNoneHelps() {
    assertThat(best(new Second(850, 1), new Second(900, 1))).isEmpty();
  }

  /** Which ways have how many of the seconds until the end, with compilers that rest or don't. */
  private List<Optional<Way>> turns(boolean compiling) {
    List<Optional<Way>> turns = new ArrayList<>();
    for (; !trials.over(); trials.count(9, 9, 20_000, compiling)) {
      turns.add(trials.turn());
    }
    return turns;
  }

  @Test
  void waysTakeTurnsWithNone() {
    assertThat(turns(false))
        .hasSize(18)
        .startsWith(Optional.of(Way.EXTENSION), Optional.of(Way.LONGER_SLICE), Optional.empty())
        .endsWith(Optional.of(Way.EXTENSION), Optional.of(Way.LONGER_SLICE), Optional.empty());
  }

  @Test
  void secondsCountWhenTheCompilersAreAtRest() {
    for (int second = 0; second < 12; second++) {
      trials.count(7, 7, 10, true);
    }
    assertThat(turns(false)).hasSize(18);
    assertThat(trials.latePerSecondWithout()).isEqualTo(9);
  }

  @Test
  void compilersThatNeverRestAreWaitedForHalfAMinute() {
    assertThat(turns(true)).hasSize(30 + 15);
  }
}
