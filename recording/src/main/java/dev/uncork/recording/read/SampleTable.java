package dev.uncork.recording.read;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Execution samples while a recording is read.
 *
 * <p>Bounded: when {@link #MAX_SAMPLES} are held every second one is dropped, and from then on one
 * in two (four, ...) is kept; stacks beyond {@link #MAX_STACKS} are not kept.
 */
final class SampleTable {
  static final int MAX_SAMPLES = 2_000_000;
  static final int MAX_STACKS = 50_000;

  private final Map<List<Frame>, Integer> stackIndexes = new HashMap<>();
  private final List<List<Frame>> stacks = new ArrayList<>();
  private final Map<Frame, Frame> frames = new HashMap<>();
  private int[] seconds = new int[1024];
  private long[] threadIds = new long[1024];
  private int[] indexes = new int[1024];
  private int size;
  private long seen;
  private int keepEvery = 1;

  void add(int second, long threadId, List<Frame> stack) {
    if (seen++ % keepEvery != 0) {
      return;
    }
    Integer index = stackIndexes.get(stack);
    if (index == null) {
      if (stacks.size() >= MAX_STACKS) {
        return;
      }
      List<Frame> shared = stack.stream().map(this::share).toList();
      index = stacks.size();
      stacks.add(shared);
      stackIndexes.put(shared, index);
    }
    if (size == MAX_SAMPLES) {
      thin();
    }
    if (size == seconds.length) {
      int grown = Math.min(MAX_SAMPLES, size * 2);
      seconds = Arrays.copyOf(seconds, grown);
      threadIds = Arrays.copyOf(threadIds, grown);
      indexes = Arrays.copyOf(indexes, grown);
    }
    seconds[size] = second;
    threadIds[size] = threadId;
    indexes[size] = index;
    size++;
  }

  Samples freeze() {
    return new Samples(
        stacks,
        Arrays.copyOf(seconds, size),
        Arrays.copyOf(threadIds, size),
        Arrays.copyOf(indexes, size));
  }

  private Frame share(Frame frame) {
    Frame known = frames.putIfAbsent(frame, frame);
    return known == null ? frame : known;
  }

  private void thin() {
    for (int i = 0; i < size / 2; i++) {
      seconds[i] = seconds[2 * i];
      threadIds[i] = threadIds[2 * i];
      indexes[i] = indexes[2 * i];
    }
    size /= 2;
    keepEvery *= 2;
  }
}
