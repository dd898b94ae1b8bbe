package dev.uncork.agent.observe.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowBudgetTest {
  private static final long SECOND = 1_000_000_000;
  private static final long TENTH = SECOND / 10;

  private final WindowBudget budget = new WindowBudget(0);

  @Test
  void aTenthOfTheTimeMayBeHeld() {
    assertThat(budget.allows(TENTH, false, SECOND - 1)).isFalse();
    assertThat(budget.allows(TENTH, false, SECOND)).isTrue();
  }

  @Test
  void aHundredthWhereLittleComesOfIt() {
    assertThat(budget.allows(TENTH, true, 10 * SECOND - 1)).isFalse();
    assertThat(budget.allows(TENTH, true, 10 * SECOND)).isTrue();
  }

  @Test
  void neverMoreThanThreeSeconds() {
    for (int i = 0; i < 30; i++) {
      assertThat(budget.allows(TENTH, false, 1000 * SECOND)).isTrue();
      budget.spend(TENTH);
    }
    assertThat(budget.allows(TENTH, false, 1000 * SECOND)).isFalse();
  }
}
