package dev.uncork.agent.observe.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurveSpreadTest {
  private static final String WORK = "1 done";

  private final CurveSpread spread = new CurveSpread();

  /** A round on one core and on two. */
  private void round(double workOnOne, double costOnOne, double workOnTwo, double costOnTwo) {
    round(workOnOne, costOnOne, workOnTwo, costOnTwo, Window.LONG_NANOS);
  }

  private void round(
      double workOnOne, double costOnOne, double workOnTwo, double costOnTwo, long lengthNanos) {
    spread.add(
        List.of(rates(2, workOnTwo, costOnTwo), rates(1, workOnOne, costOnOne)), 2, lengthNanos);
  }

  private static WindowRates rates(int cores, double work, double cost) {
    return new WindowRates(cores, Map.of(WORK, work), work > 0 ? Map.of(WORK, cost) : Map.of());
  }

  @Test
  void ofAProgramThatScalesThreeRoundsTellAll() {
    round(100, 10, 200, 10);
    round(100, 10, 190, 10.5);
    assertThat(spread.isPlain(false)).isFalse();

    round(100, 10, 200, 9.8);
    assertThat(spread.isPlain(false)).isTrue();
    assertThat(spread.isSettled()).isFalse();
  }

  @Test
  void shortWindowsSettleItAfterTheSameTime() {
    for (int i = 0; i < 15; i++) {
      round(100, 10, 120, 15, Window.SHORT_NANOS);
      assertThat(spread.isSettled()).isFalse();
    }
    round(100, 10, 120, 15, Window.SHORT_NANOS);
    assertThat(spread.isSettled()).isTrue();
  }

  @Test
  void whereAUnitOfWorkCostsMoreOnAllCoresMoreIsToBeFoundOut() {
    for (int i = 0; i < 4; i++) {
      round(100, 10, 150, 13);
      assertThat(spread.isPlain(false)).isFalse();
    }
  }

  @Test
  void whereFewCoresAreAsFastMoreIsToBeFoundOut() {
    for (int i = 0; i < 4; i++) {
      round(100, 10, 100, 10);
      assertThat(spread.isPlain(false)).isFalse();
    }
  }

  @Test
  void whereLoopsOnlyWaitOnFewCoresMoreIsToBeFoundOut() {
    for (int i = 0; i < 4; i++) {
      round(10, 40, 200, 10);
      assertThat(spread.isPlain(false)).isFalse();
    }
  }

  @Test
  void oneRoundOfFourMayBeSpoilt() {
    round(100, 10, 200, 10);
    round(100, 10, 120, 16);
    round(100, 10, 200, 10);
    assertThat(spread.isPlain(false)).isFalse();

    round(100, 10, 200, 10);
    assertThat(spread.isPlain(false)).isTrue();
  }

  @Test
  void whatNothingCountsIsPlainIfItsCodeSharesNothing() {
    assertThat(spread.isPlain(true)).isFalse();

    round(0, 0, 0, 0);
    assertThat(spread.isPlain(true)).isTrue();
    assertThat(spread.isPlain(false)).isFalse();
  }

  @Test
  void whatIsCountedIsBelievedRatherThanItsCode() {
    for (int i = 0; i < 4; i++) {
      round(100, 10, 150, 13);
      assertThat(spread.isPlain(true)).isFalse();
    }
  }

  @Test
  void aBetterCounterThatIsFoundLaterOutdoesWhatRoundsToldWithoutIt() {
    assertThat(spread.isOutdoneBy(List.of("0 printed"))).isFalse();

    round(100, 10, 200, 10);
    assertThat(spread.isOutdoneBy(List.of("0 printed", WORK))).isTrue();
    assertThat(spread.isOutdoneBy(List.of("1 other", WORK, "5 bytes"))).isFalse();
    assertThat(spread.isOutdoneBy(List.of())).isFalse();
  }

  @Test
  void anyCounterOutdoesRoundsInWhichNothingMoved() {
    round(0, 0, 0, 0);
    assertThat(spread.isOutdoneBy(List.of(WORK))).isFalse();
    assertThat(spread.isOutdoneBy(List.of("5 bytes"))).isTrue();
  }
}
