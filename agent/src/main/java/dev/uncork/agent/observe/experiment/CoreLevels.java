package dev.uncork.agent.observe.experiment;

import java.util.stream.IntStream;

/** The numbers of cores that a round has windows for: 1, 2, 4, ... and all. */
final class CoreLevels {
  private CoreLevels() {}

  /** Those up to all of a program's cores, which is the last. */
  static int[] upTo(int all) {
    IntStream fewer = IntStream.iterate(1, cores -> cores < all, cores -> 2 * cores);
    return IntStream.concat(fewer, IntStream.of(all)).toArray();
  }
}
