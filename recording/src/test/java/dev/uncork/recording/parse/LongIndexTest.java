package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIndexTest {
  @Test
  void everyKeyKeepsItsNumber() {
    Random random = new Random(7);
    LongIndex index = new LongIndex();
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long key =
          switch (i % 4) {
            case 0 -> random.nextInt(500);
            case 1 -> (long) random.nextInt(2000) << 16;
            case 2 -> random.nextLong();
            default -> -random.nextInt(100);
          };
      int number = index.add(key);

      assertThat(number).isEqualTo(expected.computeIfAbsent(key, any -> expected.size()));
    }

    expected.forEach((key, number) -> assertThat(index.find(key)).isEqualTo(number));
    assertThat(index.size()).isEqualTo(expected.size());
    assertThat(index.find(Long.MAX_VALUE - 12345)).isEqualTo(-1);
  }
}
