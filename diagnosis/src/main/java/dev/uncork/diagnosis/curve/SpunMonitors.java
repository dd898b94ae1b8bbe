package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.CpuShares;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Monitors at which threads spin. Who comes to a monitor that another thread has tries for up to a
 * tenth of a millisecond or more, before the JVM has it block: neither samples of stacks nor counts
 * of blocked acquires see that (HotSpot's {@code ObjectMonitor::TrySpin}). But a thread that is
 * looked at stops to spin, and is found blocked. So at such a monitor threads seem to be blocked
 * for longer than they are, and use CPU time meanwhile.
 */
final class SpunMonitors {
  private static final int FEWEST_LOOKS = 10;

  /** Times that threads must be seen blocked as long as they were, to have spun. */
  private static final double LONGER = 2;

  private static final String OBJECT = "java.lang.Object";

  private static final class Seen {
    int looks;
    double threads;
    double cpu;
  }

  private SpunMonitors() {}

  /** The locks with the share of the application's CPU time for which threads may have spun. */
  static List<Burn> burns(Recording recording) {
    double seconds = recording.durationNanos() / 1e9;
    double cores = CpuShares.of(recording).application() * cpuNanos(recording) / 1e9 / seconds;
    Map<String, Seen> seen = seen(recording.snapshots());
    Map<String, List<LockUse>> byClass = new LinkedHashMap<>();
    for (LockUse lock : recording.locks()) {
      if (lock.id().kind() == LockKind.MONITOR && lock.blocked() > 0) {
        byClass.computeIfAbsent(lock.id().lockClass(), key -> new ArrayList<>()).add(lock);
      }
    }
    List<Burn> burns = new ArrayList<>();
    byClass.forEach(
        (type, locks) -> {
          Seen at = seen.getOrDefault(type, new Seen());
          double looks = Math.max(1, recording.snapshots().size());
          double blocked =
              locks.stream().mapToDouble(LockUse::totalAcquireNanos).sum() / 1e9 / seconds;
          double spun = Math.min(at.threads / looks - blocked, at.cpu / looks);
          if (at.looks >= FEWEST_LOOKS && at.threads / looks >= LONGER * blocked && spun > 0) {
            burns.add(CurveBuilder.ofLock(locks.get(0), spun / Math.max(spun, cores)));
          }
        });
    return burns;
  }

  private static double cpuNanos(Recording recording) {
    return recording.threads().stream().mapToDouble(ThreadUse::cpuNanos).sum();
  }

  /** Those that were notified take the monitor again without being counted as blocked. */
  private static Map<String, Seen> seen(List<Snapshot> snapshots) {
    Map<String, Seen> result = new HashMap<>();
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        boolean waits =
            !thread.stack().isEmpty() && thread.stack().get(0).className().equals(OBJECT);
        if (thread.state() == Thread.State.BLOCKED && !waits) {
          Seen at = result.computeIfAbsent(thread.blocker().className(), key -> new Seen());
          at.looks++;
          at.threads += thread.weight();
          at.cpu += Math.max(0, thread.cpuShare()) * thread.weight();
        }
      }
    }
    return result;
  }
}
