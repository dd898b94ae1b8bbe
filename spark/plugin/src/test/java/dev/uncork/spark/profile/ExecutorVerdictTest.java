package dev.uncork.spark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.spark.event.ExecutorCost;
import dev.uncork.spark.event.HotLock;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorVerdictTest {
  private static final long MINUTE = 60_000;

  private static HotLock lock(double seconds) {
    return new HotLock("a.Lock", "a.B.c(B.java:1)", "", 3, (long) (seconds * 1e9), 1);
  }

  @Test
  void aLockCountsAgainstTheSlotsOfTheExecutor() {
    ExecutorVerdict ofOne = ExecutorVerdict.of(1, MINUTE, List.of(lock(12)), List.of());
    ExecutorVerdict ofFour = ExecutorVerdict.of(4, MINUTE, List.of(lock(12)), List.of());

    assertThat(ofOne.kind()).isEqualTo(FindingKind.CONTENDED_LOCK);
    assertThat(ofOne.share()).isEqualTo(0.2);
    assertThat(ofFour.sentence())
        .isEqualTo(
            "Tasks are blocked 5 % of its slots' time at the lock a.Lock at a.B.c(B.java:1).");
  }

  @Test
  void whatCostsLessThanAPercentIsNotNamed() {
    ExecutorVerdict verdict =
        ExecutorVerdict.of(
            2, MINUTE, List.of(lock(1)), List.of(new ExecutorCost("gc", "", 0.04 * MINUTE)));

    assertThat(verdict.kind()).isEqualTo(FindingKind.HEALTHY);
  }

  @Test
  void theCauseThatCostsMostIsTheVerdict() {
    ExecutorVerdict verdict =
        ExecutorVerdict.of(
            2, MINUTE, List.of(lock(6)), List.of(new ExecutorCost("gc", "", 0.3 * MINUTE)));

    assertThat(verdict.sentence()).isEqualTo("Garbage collection stops it 30 % of the time.");
  }

  @Test
  void aMomentTellsNothing() {
    assertThat(ExecutorVerdict.of(1, 1_000, List.of(lock(1)), List.of()).kind())
        .isEqualTo(FindingKind.UNKNOWN);
  }
}
