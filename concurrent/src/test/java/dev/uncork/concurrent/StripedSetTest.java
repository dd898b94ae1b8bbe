package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripedSetTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1_024, 4_096})
  void longsBehaveLikeASet(int stripes) {
    StripedLongSet set = new StripedLongSet(stripes);
    Set<Long> model = new HashSet<>();
    SplittableRandom random = new SplittableRandom(stripes);
    for (int i = 0; i < 200_000; i++) {
      long value = random.nextLong(5_000) - 2_500;
      switch (random.nextInt(3)) {
        case 0 -> assertThat(set.remove(value)).isEqualTo(model.remove(value));
        case 1 -> assertThat(set.contains(value)).isEqualTo(model.contains(value));
        default -> assertThat(set.add(value)).isEqualTo(model.add(value));
      }
    }
    Set<Long> seen = new HashSet<>();
    set.forEach(seen::add);
    assertThat(seen).isEqualTo(model);
    assertThat(set.size()).isEqualTo(model.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 4_096})
  void eachValueIsAddedByExactlyOneThread(int stripes) throws Exception {
    StripedLongSet longs = new StripedLongSet(stripes);
    StripedSet<String> strings = new StripedSet<>(stripes);
    AtomicLong added = new AtomicLong();
    Race.of(
        4,
        thread -> {
          for (int i = 0; i < 20_000; i++) {
            added.addAndGet(longs.add(i) ? 1 : 0);
            added.addAndGet(strings.add("s" + i) ? 1 : 0);
          }
        });
    assertThat(added.get()).isEqualTo(40_000);
    assertThat(longs.size()).isEqualTo(20_000);
    assertThat(strings.size()).isEqualTo(20_000);
  }

  @Test
  void checkAllVisitsEveryStripeOnce() throws Exception {
    StripedLongSet longs = new StripedLongSet(64);
    StripedSet<Integer> boxed = new StripedSet<>(64);
    for (int i = 0; i <= 1_000; i++) {
      longs.add(i);
      boxed.add(i);
    }
    Parallel parallel = Parallel.threads(4);
    assertThat(longs.checkAll(parallel, StripedSetTest::sum, Long::sum, 0L)).isEqualTo(500_500);
    long total =
        boxed.<Long>checkAll(
            parallel, s -> s.stream().mapToLong(Integer::longValue).sum(), Long::sum, 0L);
    assertThat(total).isEqualTo(500_500);
  }

  @Test
  void objectsAreFoundByEqualsAndRemoved() {
    StripedSet<String> set = new StripedSet<>(8);
    assertThat(set.add("a")).isTrue();
    assertThat(set.add(new String("a"))).isFalse();
    assertThat(set.contains("a")).isTrue();
    assertThat(set.remove("a")).isTrue();
    assertThat(set.remove("a")).isFalse();
    assertThat(set.stripes()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -5, (1 << 20) + 1})
  void refusesSenselessStripes(int stripes) {
    assertThatThrownBy(() -> new StripedLongSet(stripes)).hasMessageContaining("stripes is");
    assertThatThrownBy(() -> new StripedSet<>(stripes)).hasMessageContaining("stripes is");
  }

  private static long sum(long[] values) {
    long total = 0;
    for (long value : values) {
      total += value;
    }
    return total;
  }
}
