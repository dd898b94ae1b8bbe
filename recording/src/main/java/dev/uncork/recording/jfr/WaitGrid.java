package dev.uncork.recording.jfr;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stretches of time in which threads waited, and moments at which they ran, laid on a grid of
 * snapshots.
 *
 * <p>Time is cut into cells of {@link #CELL_NANOS}, each with one moment at which all threads are
 * looked at. The moment lies at another place in each cell, by the golden ratio, so that a program
 * with a beat of its own isn't met in the same bar each time. A wait is seen at the moments that it
 * covers: one of 20 ms in two cells of five. A thread that was sampled running stands in the
 * snapshot of its cell, unless it waits at the moment.
 *
 * <p>Bounded: when {@link #MAX_SAMPLES} are held, every second cell is dropped, and from then on
 * one in two (four, ...) is kept. A long wait is held once, whatever it covers.
 */
final class WaitGrid {
  static final long CELL_NANOS = 50_000_000;
  static final int MAX_SAMPLES = 600_000;
  static final int MAX_CELLS = 72_000;
  private static final int MAX_SHARED = 100_000;

  /** Fraction of the golden ratio, times 2 to the 64th: its multiples are spread most evenly. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** What decides between two sights of one thread at one moment: the first of them counts. */
  private static final Comparator<Sight> ORDER =
      Comparator.comparingLong((Sight sight) -> sight.sample.threadId())
          .thenComparing(sight -> sight.ran)
          .thenComparing(Comparator.comparingLong(Sight::rank).reversed())
          .thenComparingLong(Sight::endNanos);

  private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();
  private final Map<ThreadSample, ThreadSample> shared = new HashMap<>();
  private List<Sight> sights = new ArrayList<>();
  private long size;
  private long keepEvery = 1;

  /** Whether a wait covers a moment that is kept; others needn't be added. */
  boolean meets(long fromNanos, long toNanos) {
    return cells(cell(fromNanos), cell(toNanos)) > 0;
  }

  /** A thread waits from a time, since the start of the recording, up to another. */
  void waits(long fromNanos, long toNanos, ThreadSample sample) {
    if (meets(fromNanos, toNanos)) {
      add(new Sight(cell(fromNanos), cell(toNanos), fromNanos, toNanos, false, share(sample)));
    }
  }

  /** A thread was seen running. */
  void ran(long atNanos, ThreadSample sample) {
    long cell = atNanos / CELL_NANOS;
    if (cells(cell, cell + 1) > 0) {
      long distance = Math.abs(atNanos - moment(cell));
      add(new Sight(cell, cell + 1, -distance, atNanos, true, share(sample)));
    }
  }

  boolean thinned() {
    return keepEvery > 1;
  }

  /** One for each moment that is kept, also where no thread was seen. */
  List<Snapshot> snapshots(long durationNanos) {
    while (durationNanos / CELL_NANOS / keepEvery >= MAX_CELLS) {
      thin();
    }
    int count = (int) (kept(cell(durationNanos)) / keepEvery);
    List<List<Sight>> byCell = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byCell.add(new ArrayList<>());
    }
    for (Sight sight : sights) {
      long end = Math.min(count, kept(sight.toCell) / keepEvery);
      for (long i = kept(sight.fromCell) / keepEvery; i < end; i++) {
        byCell.get((int) i).add(sight);
      }
    }
    List<Snapshot> snapshots = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      snapshots.add(
          new Snapshot(
              moment(i * keepEvery) / 1_000_000,
              MonitorOwners.told(once(byCell.get(i))),
              List.of()));
      byCell.set(i, List.of());
    }
    return snapshots;
  }

  static long moment(long cell) {
    long place = ((cell * GOLDEN) >>> 33) * CELL_NANOS >>> 31;
    return cell * CELL_NANOS + place;
  }

  /** The first cell whose moment isn't before a time. */
  private static long cell(long nanos) {
    long cell = Math.max(0, nanos) / CELL_NANOS;
    return moment(cell) < nanos ? cell + 1 : cell;
  }

  /** The first cell from this one on that is kept. */
  private long kept(long cell) {
    return (cell + keepEvery - 1) / keepEvery * keepEvery;
  }

  private long cells(long fromCell, long toCell) {
    return Math.max(0, kept(toCell) - kept(fromCell)) / keepEvery;
  }

  /** Threads that serve the program are none of it. */
  private void add(Sight sight) {
    if (ServiceThreadName.serves(sight.sample.threadName())) {
      return;
    }
    sights.add(sight);
    size += cells(sight.fromCell, sight.toCell);
    while (size > MAX_SAMPLES) {
      thin();
    }
  }

  private void thin() {
    keepEvery *= 2;
    List<Sight> left = new ArrayList<>(sights.size() / 2 + 1);
    size = 0;
    for (Sight sight : sights) {
      long cells = cells(sight.fromCell, sight.toCell);
      if (cells > 0) {
        left.add(sight);
        size += cells;
      }
    }
    sights = left;
  }

  /** Each thread once: waits before runs, the innermost wait, the run next to the moment. */
  private static List<Sight> once(List<Sight> seen) {
    seen.sort(ORDER);
    List<Sight> result = new ArrayList<>(seen.size());
    for (Sight sight : seen) {
      if (result.isEmpty()
          || result.get(result.size() - 1).sample.threadId() != sight.sample.threadId()) {
        result.add(sight);
      }
    }
    return result;
  }

  private ThreadSample share(ThreadSample sample) {
    ThreadSample known = shared.get(sample);
    if (known != null) {
      return known;
    }
    ThreadSample own =
        new ThreadSample(
            sample.threadId(),
            sample.threadName(),
            sample.state(),
            sample.cpuShare(),
            sample.weight(),
            stack(sample.stack()),
            sample.blocker(),
            sample.pool());
    if (shared.size() < MAX_SHARED) {
      shared.put(own, own);
    }
    return own;
  }

  private List<Frame> stack(List<Frame> stack) {
    List<Frame> known = stacks.get(stack);
    if (known != null) {
      return known;
    }
    List<Frame> own =
        stack.stream()
            .map(
                frame -> {
                  Frame same = frames.putIfAbsent(frame, frame);
                  return same == null ? frame : same;
                })
            .toList();
    if (stacks.size() < MAX_SHARED) {
      stacks.put(own, own);
    }
    return own;
  }

  /**
   * A thread in the cells from one up to another.
   *
   * @param rank of two sights at one moment the greater counts: when the wait began, or how near
   *     the moment the thread ran
   */
  record Sight(
      long fromCell, long toCell, long rank, long endNanos, boolean ran, ThreadSample sample) {}
}
