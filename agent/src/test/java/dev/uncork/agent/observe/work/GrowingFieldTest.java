package dev.uncork.agent.observe.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class GrowingFieldTest {
  private static final int STEP_MILLIS = 100;

  private final Moments moments = new Moments();
  private final GrowingField field = new GrowingField("com.acme.Cache.hits", 0);

  @Test
  void whatGrowsAboutAsMuchInEachStepIsSteady() {
    read(12, millis -> millis * 7 + millis % 300);
    assertThat(field.isSteady(moments)).isTrue();
    assertThat(field.perSecond(moments)).isCloseTo(7000, within(400.0));
  }

  @Test
  void whatEverFallsIsNone() {
    read(12, millis -> millis == 600 ? 2800 : millis * 7);
    assertThat(field.isSteady(moments)).isFalse();
    assertThat(field.isNone(moments)).isTrue();
  }

  @Test
  void whatBeginsAgainAfterEachReportGrows() {
    read(30, millis -> (millis + 30) % 1000 * 7);
    assertThat(field.isNone(moments)).isFalse();
    assertThat(field.isSteady(moments)).as("unless it is printed").isFalse();
    assertThat(field.grown(moments, 970, 1970)).isCloseTo(7000, within(100.0));
    assertThat(field.perSecond(moments)).isCloseTo(7000, within(100.0));
  }

  @Test
  void whatBeginsAgainAllTheTimeIsNone() {
    read(30, millis -> millis % 300 * 7);
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
  void whatWasBeforeItWasFoundDoesNotCount() {
    read(10, millis -> 0);
    GrowingField late = new GrowingField("com.acme.Cache.misses", moments.total());
    for (int i = 10; i < 20; i++) {
      late.keep(moments.next(i * 100L), 5000 + i * 70);
    }
    assertThat(late.isSteady(moments)).isTrue();
    assertThat(late.perSecond(moments)).isCloseTo(700, within(1.0));
    assertThat(late.grown(moments, 500, 1500)).isNegative();
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
