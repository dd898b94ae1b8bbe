package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LongFingerprintSetTest {
  @Test
  void mixIsABijection() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      long value = random.nextLong();
      assertThat(LongFingerprintSet.unmix(LongFingerprintSet.mix(value))).isEqualTo(value);
      assertThat(LongFingerprintSet.mix(LongFingerprintSet.unmix(value))).isEqualTo(value);
    }
  }

  @Test
  void behavesLikeASetOfAnyLongs() {
    LongFingerprintSet set = new LongFingerprintSet();
    Set<Long> model = new HashSet<>();
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 300_000; i++) {
      long value = random.nextLong(200_000) - 100_000;
      assertThat(set.contains(value)).isEqualTo(model.contains(value));
      assertThat(set.add(value)).isEqualTo(model.add(value));
    }
    assertThat(set.size()).isEqualTo(model.size());
    assertThat(contents(set)).isEqualTo(model);
  }

  @Test
  void holdsTheTwoValuesWhoseHashesMarkSlots() {
    LongFingerprintSet set = new LongFingerprintSet();
    for (long hash : new long[] {LongTable.EMPTY, LongTable.MOVED}) {
      long value = LongFingerprintSet.unmix(hash);
      assertThat(set.contains(value)).isFalse();
      assertThat(set.add(value)).isTrue();
      assertThat(set.add(value)).isFalse();
      assertThat(set.contains(value)).isTrue();
    }
    assertThat(set.size()).isEqualTo(2);
    assertThat(contents(set)).hasSize(2);
  }

  @Test
  void eachValueIsAddedByExactlyOneThreadWhileTablesGrow() throws Exception {
    LongFingerprintSet set = new LongFingerprintSet();
    AtomicLong added = new AtomicLong();
    int distinct = 1_000_000;
    Race.of(
        4,
        thread -> {
          SplittableRandom order = new SplittableRandom(thread);
          int start = order.nextInt(distinct);
          long mine = 0;
          for (int i = 0; i < distinct; i++) {
            long value = (start + (long) i) % distinct * 0x9E3779B97F4A7C15L;
            if (set.add(value)) {
              mine++;
            }
            if (!set.contains(value)) {
              throw new AssertionError("lost " + value);
            }
          }
          added.addAndGet(mine);
        });
    assertThat(added.get()).isEqualTo(distinct);
    assertThat(set.size()).isEqualTo(distinct);
    assertThat(contents(set)).hasSize(distinct);
  }

  @Test
  void allThreadsInOneSegmentKeepItConsistent() throws Exception {
    LongFingerprintSet set = new LongFingerprintSet();
    AtomicLong added = new AtomicLong();
    Race.of(
        8,
        thread -> {
          for (long i = 1; i <= 60_000; i++) {
            if (set.add(
                LongFingerprintSet.unmix(
                    LongFingerprintSet.mix(i) >>> 10))) { // upper bits zero: segment 0
              added.incrementAndGet();
            }
          }
        });
    assertThat(added.get()).isEqualTo(60_000);
    assertThat(contents(set)).hasSize(60_000);
  }

  @Test
  void memoryPerValueStaysBelowElevenBytesFromAMillionOn() {
    LongFingerprintSet set = new LongFingerprintSet();
    for (long i = 1; i <= 6_000_000; i++) {
      set.add(i);
      if (i >= 3_000_000 && i % 250_000 == 0) {
        assertThat(set.slotBytes() / (double) i).as("at %d", i).isBetween(8.5, 11.0);
      }
    }
  }

  @Test
  void expectingAvoidsGrowth() {
    LongFingerprintSet set = LongFingerprintSet.expecting(1_000_000);
    long before = set.slotBytes();
    for (long i = 0; i < 950_000; i++) {
      set.add(i);
    }
    assertThat(set.slotBytes()).isLessThan(before + before / 20);
    assertThatThrownBy(() -> LongFingerprintSet.expecting(-1)).hasMessageContaining("values is -1");
  }

  private static Set<Long> contents(LongFingerprintSet set) {
    Set<Long> all = new HashSet<>();
    set.forEach(
        value -> {
          if (!all.add(value)) {
            throw new AssertionError("visited twice: " + value);
          }
        });
    return all;
  }
}
