package dev.uncork.workloads.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void equalStatesAgreeAndNearbyStatesDiffer() {
    Set<Long> seen = new HashSet<>();
    for (int length = 0; length <= 24; length++) {
      byte[] state = new byte[length];
      assertThat(seen.add(StateFingerprint.of(state))).isTrue();
      assertThat(StateFingerprint.of(state.clone())).isEqualTo(StateFingerprint.of(state));
      for (int i = 0; i < length; i++) {
        for (int value = 1; value < 256; value++) {
          state[i] = (byte) value;
          assertThat(seen.add(StateFingerprint.of(state))).isTrue();
        }
        state[i] = 0;
      }
    }
  }

  @Test
  void everyInputBitChangesAboutHalfOfTheOutput() {
    Random random = new Random(1);
    byte[] state = new byte[21];
    for (int bit = 0; bit < state.length * 8; bit++) {
      long changed = 0;
      for (int i = 0; i < 200; i++) {
        random.nextBytes(state);
        long before = StateFingerprint.of(state);
        state[bit >> 3] ^= (byte) (1 << (bit & 7));
        changed += Long.bitCount(before ^ StateFingerprint.of(state));
      }
      assertThat(changed / 200.0).as("bit %d", bit).isBetween(30.0, 34.0);
    }
  }
}
