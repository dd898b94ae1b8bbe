package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

class OwnLocksTest {
  private static final String PASS = "com.acme.Turnstile.pass(Turnstile.java:9)";
  private static final String WORK = "com.acme.Vault.count(Vault.java:30)";
  private static final int GUARDS = 4;

  /**
   * Guards who wait at a turnstile, all but some.
   *
   * @param elsewhere whether, at a look, a guard is elsewhere: 0 if not
   */
  private static Looks looks(double feeder, IntBinaryOperator elsewhere) {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 40; i++) {
      for (int guard = 0; guard < GUARDS; guard++) {
        if (elsewhere.applyAsInt(i, guard) == 0) {
          looks.waitsFor("guard-" + guard, "com.acme.Turnstile", PARK, PASS, WORK);
        } else {
          looks.runs("guard-" + guard, 0.25, WORK);
        }
      }
      if (feeder > 0) {
        looks.runs("feeder", feeder, "com.acme.Feed.read(Feed.java:3)");
      }
      looks.look();
    }
    return looks;
  }

  private static int oneAfterTheOther(int look, int guard) {
    return look % GUARDS == guard ? 1 : 0;
  }

  @Test
  void aClassThatLetsOneOfLikeThreadsThroughIsALockWhateverItIsCalled() {
    Root root = looks(0, OwnLocksTest::oneAfterTheOther).root();

    assertThat(root.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(root.site().orElseThrow().method()).isEqualTo("pass");
  }

  @Test
  void itIsNoneWhereTheyWaitForTheSameOneAgainAndAgainOrAllGoOnTogether() {
    assertThat(looks(0, (look, guard) -> guard == 0 ? 1 : 0).root().kind())
        .isNotEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(
            looks(0, (look, guard) -> look % 5 == 0 ? 1 : oneAfterTheOther(look, guard))
                .ledger()
                .roots())
        .extracting(Root::kind)
        .doesNotContain(FindingKind.CONTENDED_LOCK);
  }

  @Test
  void norWhereSomebodyElseBringsThemWork() {
    assertThat(looks(0.3, OwnLocksTest::oneAfterTheOther).ledger().roots())
        .extracting(Root::kind)
        .doesNotContain(FindingKind.CONTENDED_LOCK);
  }
}
