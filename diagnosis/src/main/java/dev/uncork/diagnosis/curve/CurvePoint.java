package dev.uncork.diagnosis.curve;

import dev.uncork.scaling.law.Interval;

/**
 * What a program did on so many cores.
 *
 * @param speed work per second, against that on all cores
 * @param cost CPU time per unit of work, against that on few cores
 * @param rounds in which that was measured
 * @param trusted whether it is free of a distortion: with several threads on one core, a thread
 *     that holds a lock loses the core to those who wait for it
 */
public record CurvePoint(int cores, Interval speed, Interval cost, int rounds, boolean trusted) {
  private static final int ROUNDS_TO_BE_SURE = 3;

  /** Whether it was measured often enough to say that it isn't as on all cores. */
  boolean sure() {
    return rounds >= ROUNDS_TO_BE_SURE;
  }
}
