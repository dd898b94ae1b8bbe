package dev.uncork.workloads.checker.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.concurrent.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class FingerprintSetTest {
  @ParameterizedTest
  @EnumSource
  void exactlyOneThreadIsToldThatAFingerprintIsNew(SetPart part) throws Exception {
    long[] values = new Random(7).longs(100_000).toArray();
    values[0] = 0;
    values[1] = -1;
    values[2] = Long.MIN_VALUE;
    FingerprintSet set = part.create(64);
    AtomicLong added = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int start = i * 12_345;
      Thread thread =
          new Thread(
              () -> {
                long mine = 0;
                for (int j = 0; j < values.length; j++) {
                  mine += set.put(values[(start + j) % values.length]) ? 1 : 0;
                }
                added.addAndGet(mine);
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(added).hasValue(values.length);
    assertThat(set.size()).isEqualTo(values.length);
    assertThat(sorted(set.toArray())).isEqualTo(sorted(values));
  }

  private static long[] sorted(long[] values) {
    Arrays.sort(values);
    return values;
  }

  @ParameterizedTest
  @EnumSource
  void endPhaseFindsTheNearestPair(SetPart part) throws Exception {
    FingerprintSet set = part.create(16);
    new Random(3).longs(10_000).forEach(set::put);
    set.put(0x7000_0000_0000_0000L);
    set.put(0x7000_0000_0000_0002L);

    assertThat(set.checkFPs()).isEqualTo(2);
    assertThat(NearestDistance.inParallel(set.toArray(), Parallel.threads(4))).isEqualTo(2);
  }

  @Test
  void distanceIsUnsignedAndNoneWithoutAPair() throws Exception {
    assertThat(NearestDistance.of(new long[] {5})).isEqualTo(NearestDistance.NONE);
    assertThat(NearestDistance.of(new long[] {Long.MAX_VALUE, Long.MIN_VALUE}))
        .isEqualTo(-1L)
        .isEqualTo(
            NearestDistance.inParallel(
                new long[] {Long.MAX_VALUE, Long.MIN_VALUE}, Parallel.threads(2)));
    assertThat(NearestDistance.of(new long[] {9, -4, 3})).isEqualTo(6);
  }

  @Test
  void parallelEndPhaseAgreesWithTheSerialOne() throws Exception {
    Random random = new Random(11);
    for (int count : new int[] {0, 1, 2, 3, 63, 1_000, 50_000}) {
      for (int round = 0; round < 5; round++) {
        long[] values = random.longs(count).toArray();
        long expected = NearestDistance.of(values.clone());
        assertThat(NearestDistance.inParallel(values, Parallel.threads(3))).isEqualTo(expected);
      }
    }
    // The nearest two in different buckets.
    long[] values = {0x0040_0000_0000_0000L, 0x003F_FFFF_FFFF_FFFFL, 0x7000_0000_0000_0000L};
    assertThat(NearestDistance.inParallel(values, Parallel.threads(3))).isEqualTo(1);
  }

  @Test
  void fingerprintsThatShareTheirHomeSlotAreKeptApart() {
    MemFPSet set = new MemFPSet();
    long[] sameSlot = LongStream.range(0, 5_000).map(i -> i << 40 | 17).toArray();
    assertThat(Arrays.stream(sameSlot).allMatch(set::put)).isTrue();
    assertThat(Arrays.stream(sameSlot).anyMatch(set::put)).isFalse();
  }

  @Test
  void oddNumberOfStripesIsRefused() {
    assertThatThrownBy(() -> new MultiFPSet(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--stripes is 3");
  }
}
