package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.event.ExecutorShuffleEvent;
import org.jspecify.annotations.Nullable;

/** Where the plugin finds what the shuffles of this process have moved. For all threads. */
public final class ShuffleCounts {
  private static volatile @Nullable Routes routes;

  private ShuffleCounts() {}

  static void of(Routes ofThisProcess) {
    routes = ofThisProcess;
  }

  /** What they have moved since the start; null where Uncork's manager isn't used. */
  public static @Nullable ExecutorShuffleEvent now() {
    Routes counted = routes;
    return counted == null ? null : counted.counts();
  }
}
