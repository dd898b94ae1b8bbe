package dev.uncork.workloads.checker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit hash by which the checker remembers a state.
 *
 * <p>Words of eight bytes are chained through Stafford's "Mix13" finalizer, the one of
 * SplittableRandom (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA
 * 2014): a bijection in which every input bit changes every output bit with a probability near one
 * half. States of up to eight bytes therefore never share a fingerprint; of {@code n} longer ones,
 * two do with a probability of about {@code n²/2^65}.
 */
final class StateFingerprint {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private StateFingerprint() {}

  static long of(byte[] state) {
    long hash = GOLDEN_GAMMA * (state.length + 1);
    int at = 0;
    for (; at + Long.BYTES <= state.length; at += Long.BYTES) {
      hash = mix13((hash ^ (long) WORDS.get(state, at)) + GOLDEN_GAMMA);
    }
    if (at < state.length) {
      long rest = 0;
      for (int i = state.length - 1; i >= at; i--) {
        rest = rest << 8 | state[i] & 0xFF;
      }
      hash = mix13((hash ^ rest) + GOLDEN_GAMMA);
    }
    return hash;
  }

  private static long mix13(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
