package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.SocketEnds;
import dev.uncork.protocol.thread.AwaitedClass;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections and pipes for which threads with a thread of the kernel wait, by the call that
 * the kernel says they are in.
 *
 * <p>The kernel's number of a thread is found by its CPU time: that of one that waits stands still,
 * is known to a nanosecond to both, and no other thread has the same. One that waits for moments
 * only is found by the beginning of its name, which the kernel knows, where no other has the same.
 */
final class PlatformReads {
  private static final File TASKS = new File("/proc/self/task");
  private static final String MAIN = "main";
  private static final long REST_NANOS = 1_000_000_000;
  private static final int AMBIGUOUS = -1;

  /** Bytes of a thread's name that the kernel keeps. */
  private static final int KEPT = 15;

  /** Threads up to which their names are asked for. */
  private static final int MOST_NAMED = 1000;

  /** How far the CPU times of one thread may be apart when they are asked for one by one. */
  private static final long NEAR_NANOS = 20_000_000;

  private final Connections connections;
  private final Map<Long, Integer> byCpuNanos = new HashMap<>();
  private final Map<String, Integer> byName = new HashMap<>();

  /** Threads of the last listing whose names nobody has wanted yet: each is a file to read. */
  private String[] unnamed = {};

  private long listedNanos;
  private boolean listed;

  PlatformReads(Connections connections) {
    this.connections = connections;
  }

  /**
   * What a thread waits for; none unless it reads from a connection, selects among several, or
   * waits for the other end of a pipe.
   *
   * @param cpuNanos that it has used
   */
  WaitedFor of(WatchedThread watched, long cpuNanos) {
    int descriptor = find(watched, cpuNanos) ? SocketEnds.awaited0(watched.kernelId) : -1;
    return descriptor < 0 ? WaitedFor.NONE : connections.at(descriptor);
  }

  /**
   * Sees for which files threads wait that the last look found in native code of a library; before
   * a snapshot does anything else, since it uses a core: threads that wait for moments only are
   * then kept waiting for that core instead.
   */
  void lookAtFiles(List<WatchedThread> chosen) {
    for (WatchedThread watched : chosen) {
      boolean known = watched.inForeignCode && watched.kernelId != 0;
      watched.file = known ? file(watched) : null;
    }
  }

  /**
   * The file, or pause, that keeps a thread waiting in native code, as of the beginning of this
   * snapshot where that was looked at; none where something else does.
   *
   * @param cpuNanos that it has used
   */
  WaitedFor file(WatchedThread watched, long cpuNanos) {
    if (watched.file != null) {
      return watched.file;
    }
    return find(watched, cpuNanos) ? file(watched) : WaitedFor.NONE;
  }

  private static WaitedFor file(WatchedThread watched) {
    int descriptor = SocketEnds.awaitedFile0(watched.kernelId);
    if (descriptor == SocketEnds.PAUSE) {
      return WaitedFor.outside(AwaitedClass.PAUSE, "");
    }
    return descriptor < 0 ? WaitedFor.NONE : Connections.file(descriptor);
  }

  /** Finds the kernel's number of a thread, unless that is known. */
  private boolean find(WatchedThread watched, long cpuNanos) {
    if (watched.kernelId == 0) {
      list(System.nanoTime());
      int found = byCpuNanos.getOrDefault(cpuNanos, AMBIGUOUS);
      if (found == AMBIGUOUS) {
        found = named(watched.thread.getName(), cpuNanos);
      }
      watched.kernelId = found == AMBIGUOUS ? 0 : found;
    }
    return watched.kernelId != 0;
  }

  private int named(String name, long cpuNanos) {
    addNames();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    String kept = new String(bytes, 0, Math.min(KEPT, bytes.length), StandardCharsets.UTF_8);
    int found = byName.getOrDefault(kept, AMBIGUOUS);
    boolean same =
        found != AMBIGUOUS && Math.abs(SocketEnds.cpuNanos0(found) - cpuNanos) <= NEAR_NANOS;
    return same ? found : AMBIGUOUS;
  }

  /**
   * Asks for names. The first task began the process, and only waits for the one in which the
   * launcher runs main, which the kernel knows by the name of the process.
   */
  private void addNames() {
    String process = unnamed.length == 0 ? "" : nameOf(unnamed[0]);
    for (int i = 1; i < unnamed.length; i++) {
      String name = nameOf(unnamed[i]);
      int id = Integer.parseInt(unnamed[i]);
      byName.merge(name.equals(process) ? MAIN : name, id, (one, other) -> AMBIGUOUS);
    }
    unnamed = new String[0];
  }

  private void list(long nowNanos) {
    if (listed && nowNanos - listedNanos < REST_NANOS) {
      return;
    }
    listed = true;
    listedNanos = nowNanos;
    byCpuNanos.clear();
    byName.clear();
    String[] listing = TASKS.list();
    String[] tasks = listing == null ? new String[0] : listing;
    unnamed = tasks.length <= MOST_NAMED ? tasks : new String[0];
    for (String task : tasks) {
      int id = Integer.parseInt(task);
      long nanos = SocketEnds.cpuNanos0(id);
      if (nanos > 0) {
        byCpuNanos.merge(nanos, id, (one, other) -> AMBIGUOUS);
      }
    }
  }

  private static String nameOf(String task) {
    try {
      return Files.readString(TASKS.toPath().resolve(task).resolve("comm")).strip();
    } catch (IOException e) {
      return ""; // It has ended, or its name isn't text.
    }
  }
}
