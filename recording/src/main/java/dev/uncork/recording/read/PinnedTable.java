package dev.uncork.recording.read;

import dev.uncork.recording.Frame;
import dev.uncork.recording.jfr.EventFields;
import dev.uncork.recording.jvm.PinnedPlace;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Where virtual threads were pinned to their carriers, while a recording is read. */
final class PinnedTable {
  private static final int MAX_PLACES = 1_000;
  private static final int KEPT = 20;

  private final Map<List<Frame>, long[]> places = new HashMap<>();

  /** An event of kind {@code jdk.VirtualThreadPinned}. */
  void pinned(RecordedEvent event) {
    List<Frame> stack = EventFields.frames(event);
    if (places.size() < MAX_PLACES || places.containsKey(stack)) {
      long[] sums = places.computeIfAbsent(stack, key -> new long[2]);
      sums[0]++;
      sums[1] += event.getDuration().toNanos();
    }
  }

  List<PinnedPlace> places() {
    return places.entrySet().stream()
        .map(place -> new PinnedPlace(place.getKey(), place.getValue()[0], place.getValue()[1]))
        .sorted(Comparator.comparingLong(PinnedPlace::nanos).reversed())
        .limit(KEPT)
        .toList();
  }
}
