package dev.uncork.recording.jfr;

import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who holds the monitors at which threads are blocked, at one moment.
 *
 * <p>JFR tells of each blocked acquire the owner before, at the acquire's end. Of all threads that
 * are blocked at one monitor at one moment, the one that gets it first tells best: the others were
 * handed it by threads that may have come later.
 */
final class MonitorOwners {
  private MonitorOwners() {}

  /** The threads, those blocked with the owner of now. */
  static List<ThreadSample> told(List<WaitGrid.Sight> sights) {
    Map<Monitor, WaitGrid.Sight> first = new HashMap<>();
    for (WaitGrid.Sight sight : sights) {
      if (isBlocked(sight.sample())) {
        first.merge(
            Monitor.of(sight.sample()), sight, (a, b) -> a.endNanos() <= b.endNanos() ? a : b);
      }
    }
    List<ThreadSample> result = new ArrayList<>(sights.size());
    for (WaitGrid.Sight sight : sights) {
      ThreadSample sample = sight.sample();
      WaitGrid.Sight next = isBlocked(sample) ? first.get(Monitor.of(sample)) : null;
      result.add(next == null ? sample : ownedBy(next.sample().blocker().owner(), sample));
    }
    return result;
  }

  private static boolean isBlocked(ThreadSample sample) {
    return sample.state() == Thread.State.BLOCKED && sample.blocker().instance() != 0;
  }

  private static ThreadSample ownedBy(long owner, ThreadSample sample) {
    long other = owner == sample.threadId() ? -1 : owner;
    Blocker blocker = sample.blocker();
    if (other == blocker.owner()) {
      return sample;
    }
    return new ThreadSample(
        sample.threadId(),
        sample.threadName(),
        sample.state(),
        sample.cpuShare(),
        sample.weight(),
        sample.stack(),
        new Blocker(blocker.className(), blocker.instance(), other, blocker.resource()),
        sample.pool());
  }

  private record Monitor(String className, int instance) {
    static Monitor of(ThreadSample sample) {
      return new Monitor(sample.blocker().className(), sample.blocker().instance());
    }
  }
}
