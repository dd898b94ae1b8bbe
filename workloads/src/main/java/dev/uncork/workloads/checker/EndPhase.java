package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.set.FingerprintSet;
import dev.uncork.workloads.checker.set.NearestDistance;
import java.util.Locale;

/** The ways to check the fingerprints when all states were found. */
public enum EndPhase {
  /** By the main thread, while the others have gone home. */
  SERIAL {
    @Override
    long nearestDistance(FingerprintSet set) {
      return set.checkFPs();
    }
  },
  /** By all cores. */
  PARALLEL {
    @Override
    long nearestDistance(FingerprintSet set) {
      return NearestDistance.inParallel(set.toArray());
    }
  };

  /** The least distance between two fingerprints, unsigned. */
  abstract long nearestDistance(FingerprintSet set);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
