package dev.uncork.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks of threads that ran Java or native code, sampled by JFR.
 *
 * <p>Stacks and samples are stored once each in flat arrays: a busy hour has a million samples.
 */
public final class Samples {
  /** No samples. */
  public static final Samples NONE = new Samples(List.of(), new int[0], new long[0], new int[0]);

  private final List<List<Frame>> stacks;
  private final int[] seconds;
  private final long[] threadIds;
  private final int[] stackIndexes;

  /**
   * Samples in flat arrays of equal length, which the new object keeps.
   *
   * @param stacks distinct stacks, innermost frame first
   * @param seconds when each sample was taken, in seconds since the start of the recording
   * @param threadIds OS id of the sampled thread, or -1
   * @param stackIndexes index into {@code stacks}
   */
  public Samples(List<List<Frame>> stacks, int[] seconds, long[] threadIds, int[] stackIndexes) {
    this.stacks = List.copyOf(stacks);
    this.seconds = seconds;
    this.threadIds = threadIds;
    this.stackIndexes = stackIndexes;
  }

  /** The stacks of all threads in the whole recording, the most frequent first. */
  public List<Counted> all() {
    return between(-1, 0, Integer.MAX_VALUE);
  }

  /**
   * The stacks seen between two seconds, the most frequent first.
   *
   * @param threadId OS id of the thread, or -1 for all threads
   * @param toSecond exclusive
   */
  public List<Counted> between(long threadId, int fromSecond, int toSecond) {
    Map<Integer, Long> counts = new HashMap<>();
    for (int i = 0; i < seconds.length; i++) {
      boolean inTime = seconds[i] >= fromSecond && seconds[i] < toSecond;
      if (inTime && (threadId < 0 || threadIds[i] == threadId)) {
        counts.merge(stackIndexes[i], 1L, Long::sum);
      }
    }
    List<Counted> result = new ArrayList<>();
    counts.forEach((stack, count) -> result.add(new Counted(stacks.get(stack), count)));
    result.sort(
        Comparator.comparingLong(Counted::count)
            .reversed()
            .thenComparing(counted -> counted.frames().toString()));
    return List.copyOf(result);
  }

  /** A stack, innermost frame first, and how often it was seen. */
  public record Counted(List<Frame> frames, long count) {}
}
