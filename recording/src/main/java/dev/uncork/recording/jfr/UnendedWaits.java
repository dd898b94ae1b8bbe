package dev.uncork.recording.jfr;

import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Waits that hadn't ended when the recording did: hung calls, deadlocks, idle threads.
 *
 * <p>JFR writes a wait down when it ends, so these have no event. But its settings have thread
 * dumps made, by default when a chunk of the recording ends: a thread that waits in the last one,
 * and of which no other event tells that it ran or waited since, waits there since the last that
 * does.
 */
final class UnendedWaits {
  private static final int MAX_THREADS = 200_000;

  /** A thread in native code that used more than this share of its life, may run there. */
  private static final double HARDLY_RAN = 0.02;

  private final Instant start;
  private final Map<Long, Long> lastSeen = new HashMap<>();
  private long dumpNanos = -1;
  private String dump = "";

  UnendedWaits(Instant start) {
    this.start = start;
  }

  /** An event shows what a platform thread did until a time. */
  void saw(JfrThread thread, long nanos) {
    long id = WaitEvent.id(thread);
    if (!thread.virtual() && (lastSeen.size() < MAX_THREADS || lastSeen.containsKey(id))) {
      lastSeen.merge(id, nanos, Math::max);
    }
  }

  /** An event of kind {@code jdk.ThreadDump}. */
  void dump(JfrEvent event) {
    long nanos = Duration.between(start, event.start()).toNanos();
    if (nanos >= dumpNanos) {
      dumpNanos = nanos;
      dump = EventFields.text(event, "result");
    }
  }

  /** Whether there is a dump that tells. */
  boolean known() {
    return dumpNanos >= 0;
  }

  void addTo(WaitGrid grid, long durationNanos) {
    for (ThreadDump.Line line : ThreadDump.threads(dump)) {
      long born = Math.max(0, dumpNanos - line.ageNanos());
      long since = Math.max(born, lastSeen.getOrDefault(line.thread().threadId(), born));
      if (since <= dumpNanos && waits(line)) {
        grid.waits(since, durationNanos, line.thread());
      }
    }
  }

  private static boolean waits(ThreadDump.Line line) {
    if (!line.waits() || line.thread().stack().isEmpty()) {
      return false;
    }
    // JFR itself writes the dump on a thread of the program.
    boolean flightRecorder =
        line.thread().stack().get(0).className().startsWith("jdk.jfr.internal.");
    boolean ran = line.cpuNanos() > line.ageNanos() * HARDLY_RAN;
    return !flightRecorder && (line.thread().state() != Thread.State.RUNNABLE || !ran);
  }
}
