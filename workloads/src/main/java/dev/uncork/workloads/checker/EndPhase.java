package dev.uncork.workloads.checker;

import dev.uncork.concurrent.Parallel;
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
  /** By all cores, with the library's loop. */
  PARALLEL {
    @Override
    long nearestDistance(FingerprintSet set) throws InterruptedException {
      return NearestDistance.inParallel(set.toArray(), Parallel.processors());
    }
  };

  /** The least distance between two fingerprints, unsigned. */
  abstract long nearestDistance(FingerprintSet set) throws InterruptedException;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
