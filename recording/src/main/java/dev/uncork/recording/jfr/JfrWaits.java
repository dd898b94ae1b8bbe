package dev.uncork.recording.jfr;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Note;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Snapshots of threads from JFR's own events of waits and samples of running threads, for
 * recordings in which no agent of ours looked at the threads.
 */
public final class JfrWaits {
  private static final long MAX_NANOS = Duration.ofDays(30).toNanos();

  private final Instant start;
  private final long lengthNanos;
  private final WaitKinds kinds;
  private final UnendedWaits unended;
  private final WaitGrid grid = new WaitGrid();

  /**
   * Nothing yet.
   *
   * @param start of the recording
   * @param range what lies outside of it is left out
   */
  public JfrWaits(Instant start, TimeRange range, JfrSettings settings) {
    this.start = start;
    this.lengthNanos = range.to().isAfter(start) ? nanos(range.to()) : 0;
    this.kinds = new WaitKinds(settings);
    this.unended = new UnendedWaits(start);
  }

  /** Whether events of this type last while a thread waits. */
  public static boolean isWait(String type) {
    return WaitEvent.KINDS.containsKey(type) || type.equals(WaitEvent.PINNED);
  }

  /** An event of a type that {@link #isWait}. */
  public void waited(JfrEvent event) {
    String type = event.type();
    long from = Math.max(0, nanos(event.start()));
    long to = Math.min(lengthNanos, nanos(event.end()));
    JfrThread thread = event.thread("eventThread");
    if (!type.equals(WaitEvent.PINNED)) {
      kinds.saw(type, to / 1_000_000_000);
    }
    if (thread == null) {
      return;
    }
    unended.saw(thread, to);
    if (grid.meets(from, to)) {
      grid.waits(from, to, WaitEvent.waiting(event, type, thread));
    }
  }

  /** A sample of a thread that runs Java code, or is in native code. */
  public void ran(JfrEvent event, JfrThread thread, List<Frame> stack, boolean inNative) {
    long at = Math.max(0, nanos(event.start()));
    if (!inNative) {
      unended.saw(thread, at);
    }
    grid.ran(at, WaitEvent.running(thread, stack, inNative));
  }

  /** An event of kind {@code jdk.ThreadDump}. */
  public void dump(JfrEvent event) {
    unended.dump(event);
  }

  /** Whether there was more than is kept. */
  public boolean thinned() {
    return grid.thinned();
  }

  /** What the waits of this recording leave out. */
  public Note note() {
    return kinds.note(unended.known());
  }

  /** The snapshots, in order of time; empty where waits weren't recorded. */
  public List<Snapshot> snapshots(long durationNanos) {
    if (!kinds.any()) {
      return List.of();
    }
    long end = Math.min(lengthNanos, durationNanos);
    unended.addTo(grid, end);
    return grid.snapshots(end);
  }

  /** Since the start, within bounds that damaged times don't leave. */
  private long nanos(Instant time) {
    Duration since = Duration.between(start, time);
    long seconds = Math.max(-MAX_NANOS / 1_000_000_000, since.getSeconds());
    return seconds >= MAX_NANOS / 1_000_000_000
        ? MAX_NANOS
        : seconds * 1_000_000_000 + since.getNano();
  }
}
