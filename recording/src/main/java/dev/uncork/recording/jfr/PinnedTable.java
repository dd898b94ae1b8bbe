package dev.uncork.recording.jfr;

import dev.uncork.recording.Frame;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.parse.JfrEvent;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where virtual threads were pinned to their carriers, while a recording is read. */
public final class PinnedTable {
  private static final int MAX_PLACES = 1_000;
  private static final int KEPT = 20;

  private final Map<List<Frame>, long[]> places = new HashMap<>();

  /** An event of kind {@code jdk.VirtualThreadPinned}. */
  public void pinned(JfrEvent event) {
    List<Frame> stack = event.stack().frames();
    if (places.size() < MAX_PLACES || places.containsKey(stack)) {
      long[] sums = places.computeIfAbsent(stack, key -> new long[2]);
      sums[0]++;
      sums[1] += event.durationNanos();
    }
  }

  /** The places, the one with most time first. */
  public List<LockStack> places() {
    return places.entrySet().stream()
        .map(place -> new LockStack("", place.getKey(), place.getValue()[0], place.getValue()[1]))
        .sorted(Comparator.comparingLong(LockStack::waitNanos).reversed())
        .limit(KEPT)
        .toList();
  }
}
