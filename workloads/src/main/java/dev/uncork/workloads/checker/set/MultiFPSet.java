package dev.uncork.workloads.checker.set;

import java.util.Arrays;

/**
 * Many {@link MemFPSet}s behind one face, so that workers rarely meet at the same lock: the lock
 * striping of the 45x journey.
 *
 * <p>The upper bits of a fingerprint choose the stripe, since the lower ones choose the slot in it.
 */
public final class MultiFPSet implements FingerprintSet {
  /** The most stripes that can be asked for. */
  public static final int MOST_STRIPES = 1 << 16;

  private final MemFPSet[] sets;
  private final int shift;

  /**
   * A set of that many stripes.
   *
   * @throws IllegalArgumentException if {@code stripes} isn't a power of two up to 65,536
   */
  public MultiFPSet(int stripes) {
    if (stripes < 1 || stripes > MOST_STRIPES || Integer.bitCount(stripes) != 1) {
      throw new IllegalArgumentException(
          "--stripes is " + stripes + ", expected a power of two from 1 to " + MOST_STRIPES);
    }
    sets = new MemFPSet[stripes];
    Arrays.setAll(sets, i -> new MemFPSet(1 << 6));
    shift = Long.SIZE - Integer.numberOfTrailingZeros(stripes);
  }

  @Override
  public boolean put(long fingerprint) {
    // A shift by 64 would be one by 0: a single stripe takes everything.
    return sets[sets.length == 1 ? 0 : (int) (fingerprint >>> shift)].put(fingerprint);
  }

  @Override
  public long size() {
    return Arrays.stream(sets).mapToLong(MemFPSet::size).sum();
  }

  @Override
  public long[] toArray() {
    long[] all = new long[Math.toIntExact(size())];
    int next = 0;
    for (MemFPSet set : sets) {
      long[] part = set.toArray();
      System.arraycopy(part, 0, all, next, part.length);
      next += part.length;
    }
    return all;
  }
}
