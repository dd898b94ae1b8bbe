package dev.uncork.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BuddiesTest {
  private static final int BLOCKS = 256;

  private record Run(int block, int count) {}

  @Test
  void runsAreAlignedAndAllOfItCanBeTaken() {
    Buddies buddies = new Buddies(BLOCKS);
    assertThat(buddies.take(8)).isZero();
    assertThat(buddies.take(0)).isEqualTo(-1);
    buddies.give(0, BLOCKS);
    int first = buddies.take(0);
    int second = buddies.take(4);
    assertThat(second % 16).isZero();
    assertThat(first < second || first > second + 15).isTrue();
    assertThat(buddies.free()).isEqualTo(BLOCKS - 17);
  }

  @Test
  void whatIsGivenBackTwiceIsRefused() {
    Buddies buddies = new Buddies(BLOCKS);
    int block = buddies.take(2);
    buddies.give(block, 4);
    assertThatThrownBy(() -> buddies.give(block, 4)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void noBlockHasTwoOwnersAndAllMergesInTheEnd() {
    Random random = new Random(7);
    Buddies buddies = new Buddies(BLOCKS);
    List<Run> taken = new ArrayList<>();
    BitSet used = new BitSet();
    for (int i = 0; i < 200_000; i++) {
      if (random.nextInt(3) > 0) {
        int order = random.nextInt(6);
        int block = buddies.take(order);
        if (block >= 0) {
          assertThat(used.get(block, block + (1 << order)).isEmpty()).isTrue();
          used.set(block, block + (1 << order));
          taken.add(new Run(block, 1 << order));
        }
      } else if (!taken.isEmpty()) {
        Run run = taken.remove(random.nextInt(taken.size()));
        int kept = random.nextInt(run.count());
        used.clear(run.block() + kept, run.block() + run.count());
        buddies.give(run.block() + kept, run.count() - kept);
        if (kept > 0) {
          taken.add(new Run(run.block(), kept));
        }
      }
      assertThat(buddies.free()).isEqualTo(BLOCKS - used.cardinality());
    }
    taken.forEach(run -> buddies.give(run.block(), run.count()));
    assertThat(buddies.take(8)).isZero();
  }
}
