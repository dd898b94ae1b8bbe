package dev.uncork.agent.observe.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class GrowingFieldTest {
  private static final int STEP_MILLIS = 100;

  private final Moments moments = new Moments();
  private final GrowingField field = new GrowingField("com.acme.Cache.hits");

  @Test
  void whatGrowsAboutAsMuchInEachStepIsSteady() {
    read(12, millis -> millis * 7 + millis % 300);
    assertThat(field.isSteady(moments)).isTrue();
    assertThat(field.perSecond(moments)).isCloseTo(7000, within(400.0));
  }

  @Test
  void whatEverFallsIsNone() {
    read(12, millis -> millis == 600 ? 0 : millis * 7);
    assertThat(field.isSteady(moments)).isFalse();
    assertThat(field.isNone(moments)).isTrue();
  }

  @Test
  void whatStandsStillIsNone() {
    read(12, millis -> 5);
    assertThat(field.isNone(moments)).isTrue();
  }

  @Test
  void whatGrowsInBurstsIsNotSteady() {
    read(20, millis -> millis / 700 * 100_000);
    assertThat(field.isSteady(moments)).isFalse();
    assertThat(field.isNone(moments)).isFalse();
  }

  @Test
  void aClockIsNotSteady() {
    for (long perMilli : new long[] {1, 1000, 1_000_000}) {
      read(12, millis -> millis * perMilli);
      assertThat(field.isSteady(moments)).isFalse();
    }
  }

  @Test
  void nothingIsJudgedTooSoon() {
    read(4, millis -> 5);
    assertThat(field.isNone(moments)).isFalse();
    assertThat(field.isSteady(moments)).isFalse();
  }

  @Test
  void growthBetweenMomentsIsInterpolated() {
    read(12, millis -> millis * 10);
    assertThat(field.grown(moments, 250, 750)).isCloseTo(5000, within(1e-6));
    assertThat(field.grown(moments, -500, 750)).isNegative();
  }

  @Test
  void moreMomentsThanAreKeptReplaceTheFirst() {
    read(100, millis -> millis * 10);
    assertThat(field.grown(moments, 9000, 9500)).isCloseTo(5000, within(1e-6));
    assertThat(field.grown(moments, 1000, 1500)).isNegative();
  }

  private void read(int count, LongUnaryOperator value) {
    for (int i = 0; i < count; i++) {
      long millis = (long) i * STEP_MILLIS;
      field.keep(moments.next(millis), value.applyAsLong(millis));
    }
  }
}
