package dev.uncork.agent.observe.experiment;

import java.util.stream.IntStream;

/**
 * The numbers of cores that windows are made for, beside all: 1, 2, 4, and so on.
 *
 * <p>On many cores there are more of them than a short run has time for. So each gets as many
 * windows as its figures need to be trusted before the next one gets any, few cores first, and one
 * core, on which threads that hold locks are preempted, at the end; then all in turn. What the
 * program doesn't use needn't be taken from it.
 */
final class CoreLevels {
  /** Windows that a report wants before it trusts a number of cores. */
  private static final int TRUSTED = 3;

  private final int[] levels;
  private final int[] tried;

  /** Those of a program that has so many cores, two or more. */
  CoreLevels(int all) {
    IntStream fewer = IntStream.iterate(2, cores -> cores < all, cores -> 2 * cores);
    this.levels = IntStream.concat(fewer, IntStream.of(1)).toArray();
    this.tried = new int[levels.length];
  }

  /**
   * The number of cores that the next window is for.
   *
   * @param wanted the cores that the program would use
   */
  int next(int wanted) {
    int next = -1;
    for (int at = 0; at < levels.length; at++) {
      boolean telling = levels[at] == 1 || levels[at] < wanted;
      if (telling && (next < 0 || turns(at) < turns(next))) {
        next = at;
      }
    }
    tried[next]++;
    return levels[next];
  }

  /** All whose figures aren't trusted yet count alike. */
  private int turns(int at) {
    return Math.max(tried[at], TRUSTED - 1);
  }
}
