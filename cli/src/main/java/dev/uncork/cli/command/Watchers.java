package dev.uncork.cli.command;

import dev.uncork.cli.continuous.Ring;
import dev.uncork.cli.live.DeadlockNews;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.metrics.MetricsServer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What watches a session while it is observed, as the user asked for. */
final class Watchers {
  private Watchers() {}

  /** The same, and what says of a deadlock at once. */
  static List<SessionWatch.Watcher> of(
      @Nullable MetricsServer metrics, @Nullable Ring ring, DeadlockNews deadlocks) {
    List<SessionWatch.Watcher> watchers = of(metrics, ring);
    watchers.add(deadlocks);
    return watchers;
  }

  /** Those of them that there are. */
  static List<SessionWatch.Watcher> of(@Nullable MetricsServer metrics, @Nullable Ring ring) {
    List<SessionWatch.Watcher> watchers = new ArrayList<>();
    if (metrics != null) {
      watchers.add(metrics.feeds());
    }
    if (ring != null) {
      watchers.add(ring);
    }
    return watchers;
  }
}
