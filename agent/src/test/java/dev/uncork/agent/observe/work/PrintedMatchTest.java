package dev.uncork.agent.observe.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedMatchTest {
  private final PrintedMatch match = new PrintedMatch();

  @Test
  void nothingPrintedIsNoMatch() {
    assertThat(match.agrees()).isFalse();
  }

  @Test
  void theSameGrowthIsAMatch() {
    match.printed(1000, 1030);
    assertThat(match.agrees()).isTrue();
    match.printed(2000, 1990);
    assertThat(match.agrees()).isTrue();
  }

  @Test
  void aLateLineIsMadeUpForByTheNext() {
    match.printed(1000, 1150);
    match.printed(1000, 860);
    assertThat(match.agrees()).isTrue();
    assertThat(match.mayAgree()).isTrue();
  }

  @Test
  void otherGrowthIsNone() {
    match.printed(1000, 1030);
    match.printed(1000, 2000);
    assertThat(match.agrees()).isFalse();
  }

  @Test
  void aMultipleNeedsToBeSeenSeveralTimes() {
    match.printed(500_000, 500);
    match.printed(700_000, 700);
    assertThat(match.agrees()).isFalse();
    match.printed(600_000, 601);
    assertThat(match.agrees()).isTrue();
  }

  @Test
  void aPartMayBePrinted() {
    for (int i = 1; i < 4; i++) {
      match.printed(100 * i, 400 * i);
    }
    assertThat(match.agrees()).isTrue();
  }

  @Test
  void noWholeMultipleIsNone() {
    for (int i = 1; i < 4; i++) {
      match.printed(100 * i, 250 * i);
    }
    assertThat(match.agrees()).isFalse();
  }

  @Test
  void theOneThatCountsTheSameIsNearer() {
    PrintedMatch multiple = new PrintedMatch();
    for (int i = 1; i < 4; i++) {
      match.printed(1000 * i, 1040 * i);
      multiple.printed(1000 * i, 100 * i);
    }
    assertThat(match.error()).isLessThan(multiple.error());
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    match.printed(1000, -1);
    assertThat(match.agrees()).isFalse();
  }
}
