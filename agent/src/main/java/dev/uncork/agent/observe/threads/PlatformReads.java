package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.SocketEnds;
import java.io.File;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections from which threads with a thread of the kernel wait to read, by the call that the
 * kernel says they are in.
 *
 * <p>The kernel's number of a thread is found by its CPU time: that of one that waits stands still,
 * is known to a nanosecond to both, and no other thread has the same.
 */
final class PlatformReads {
  private static final File TASKS = new File("/proc/self/task");
  private static final long REST_NANOS = 1_000_000_000;
  private static final int AMBIGUOUS = -1;

  private final Connections connections;
  private final Map<Long, Integer> byCpuNanos = new HashMap<>();
  private long listedNanos;
  private boolean listed;

  PlatformReads(Connections connections) {
    this.connections = connections;
  }

  /**
   * What a thread waits for; none unless it reads from a connection.
   *
   * @param cpuNanos that it has used
   */
  WaitedFor of(WatchedThread watched, long cpuNanos) {
    if (watched.kernelId == 0) {
      list(System.nanoTime());
      Integer found = byCpuNanos.get(cpuNanos);
      if (found == null || found == AMBIGUOUS) {
        return WaitedFor.NONE;
      }
      watched.kernelId = found;
    }
    int descriptor = SocketEnds.awaited0(watched.kernelId);
    return descriptor < 0 ? WaitedFor.NONE : connections.at(descriptor);
  }

  private void list(long nowNanos) {
    if (listed && nowNanos - listedNanos < REST_NANOS) {
      return;
    }
    listed = true;
    listedNanos = nowNanos;
    byCpuNanos.clear();
    String[] tasks = TASKS.list();
    for (String task : tasks == null ? new String[0] : tasks) {
      int id = Integer.parseInt(task);
      long nanos = SocketEnds.cpuNanos0(id);
      if (nanos > 0) {
        byCpuNanos.merge(nanos, id, (one, other) -> AMBIGUOUS);
      }
    }
  }
}
