package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unused") // fields are reached through the counters
class InPlaceCounterTest {
  private static final InPlaceCounter<InPlaceCounterTest> LONGS =
      InPlaceCounter.of(MethodHandles.lookup(), InPlaceCounterTest.class, "longs");
  private static final InPlaceCounter<InPlaceCounterTest> INTS =
      InPlaceCounter.of(MethodHandles.lookup(), InPlaceCounterTest.class, "ints");

  private long longs;
  private int ints;
  private final long fixed = 1;
  private short narrow;

  @Test
  void countsEveryDeltaOfEveryThread() throws Exception {
    Race.of(
        4,
        thread -> {
          for (int i = 0; i < 50_000; i++) {
            LONGS.increment(this);
            INTS.add(this, 2);
          }
        });
    assertThat(longs).isEqualTo(200_000).isEqualTo(LONGS.get(this));
    assertThat(ints).isEqualTo(400_000);
    assertThat(INTS.get(this)).isEqualTo(400_000);
  }

  @Test
  void returnsTheValueAfterAddAndBeforeSet() {
    assertThat(LONGS.add(this, -5)).isEqualTo(-5);
    assertThat(LONGS.set(this, 9)).isEqualTo(-5);
    assertThat(INTS.set(this, Integer.MAX_VALUE)).isZero();
    assertThat(INTS.increment(this)).isEqualTo(Integer.MIN_VALUE);
  }

  @Test
  void refusesFieldsThatAreNotCounters() {
    assertThatThrownBy(() -> of("absent")).hasMessageContaining("declares no field absent");
    assertThatThrownBy(() -> of("fixed")).hasMessageContaining("static or final");
    assertThatThrownBy(() -> of("LONGS")).hasMessageContaining("static or final");
    assertThatThrownBy(() -> of("narrow")).hasMessageContaining("non-final int or long");
    assertThatThrownBy(() -> InPlaceCounter.of(MethodHandles.publicLookup(), getClass(), "longs"))
        .hasMessageContaining("may not access");
  }

  private static void of(String field) {
    InPlaceCounter.of(MethodHandles.lookup(), InPlaceCounterTest.class, field);
  }
}
