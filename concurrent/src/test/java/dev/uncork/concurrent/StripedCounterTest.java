package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripedCounterTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 64})
  void countsEveryDeltaOfEveryThread(int stripes) throws Exception {
    StripedCounter counter = new StripedCounter(stripes);
    Race.of(
        8,
        thread -> {
          for (int i = 0; i < 20_000; i++) {
            counter.add(thread % 2 == 0 ? 5 : -3);
          }
        });
    assertThat(counter.sum()).isEqualTo(4 * 20_000 * 2);
    assertThat(counter.sumEstimate()).isEqualTo(counter.sum());
  }

  /** LongAdder fails this: its sum can miss the +1 and see the -1 that came after. */
  @Test
  void sumNeverShowsAValueThatTheCounterDidNotHave() throws Exception {
    StripedCounter counter = new StripedCounter(16);
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong turn = new AtomicLong();
    Race.of(
        4,
        thread -> {
          if (thread == 3) {
            for (int i = 0; i < 20_000; i++) {
              assertThat(counter.sum()).isBetween(0L, 1L);
            }
            done.set(true);
            return;
          }
          while (!done.get()) { // the threads add and subtract by turns
            long now = turn.get();
            if (now % 3 == thread) {
              counter.add(now % 2 == 0 ? 1 : -1);
              turn.set(now + 1);
            } else {
              Thread.onSpinWait();
            }
          }
        });
  }

  @Test
  void resetsLoseNothing() throws Exception {
    StripedCounter counter = new StripedCounter();
    AtomicLong taken = new AtomicLong();
    Race.of(
        4,
        thread -> {
          for (int i = 0; i < 20_000; i++) {
            if (thread == 0) {
              taken.addAndGet(counter.sumThenReset());
            } else {
              counter.increment();
            }
          }
        });
    assertThat(taken.get() + counter.sumThenReset()).isEqualTo(60_000);
    assertThat(counter.sum()).isZero();
  }

  @Test
  void keepsNegativeAndLargeValues() {
    StripedCounter counter = new StripedCounter();
    counter.add(-7);
    assertThat(counter.sum()).isEqualTo(-7);
    counter.add((1L << 62) + 6);
    assertThat(counter.sum()).isEqualTo((1L << 62) - 1);
    assertThat(counter).hasToString(Long.toString((1L << 62) - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_537})
  void refusesSenselessStripes(int stripes) {
    assertThatThrownBy(() -> new StripedCounter(stripes)).hasMessageContaining("stripes is");
  }
}
