package dev.uncork.recording.jfr;

import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.recording.Frame;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.parse.JfrEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What makes for collections, while a recording is read. */
public final class HeapTable {
  /** Of JFR's values of the field {@code when}. */
  private static final String AFTER = "After GC";

  /** The JDK's packages whose code calls {@code System.gc()} for others. */
  private static final List<String> FOR_OTHERS = List.of("java.lang.", "java.nio.", "sun.nio.");

  private static final String DIRECT_MEMORY = "java.nio.Bits";

  private static final int MOST_SITES = 100;
  private static final int MOST_SUMMARIES = 4096;

  private final Map<Frame, Long> askedAt = new HashMap<>();
  private final List<Long> live = new ArrayList<>();
  private long maxBytes;
  private long asked;
  private long forBuffers;
  private long stalledNanos;

  /** An event of kind {@code jdk.SystemGC}. */
  public void asked(JfrEvent event) {
    List<Frame> frames = event.stack().frames();
    asked++;
    forBuffers +=
        frames.stream().anyMatch(frame -> frame.className().equals(DIRECT_MEMORY)) ? 1 : 0;
    frames.stream()
        .filter(frame -> FOR_OTHERS.stream().noneMatch(frame.className()::startsWith))
        .findFirst()
        .filter(site -> askedAt.size() < MOST_SITES || askedAt.containsKey(site))
        .ifPresent(site -> askedAt.merge(site, 1L, Long::sum));
  }

  /** An event of kind {@code jdk.ZAllocationStall}. */
  public void stalled(JfrEvent event) {
    stalledNanos += Math.max(0, event.durationNanos());
  }

  /** An event of kind {@code jdk.GCHeapSummary}. */
  public void summary(JfrEvent event) {
    if (!text(event, "when").equals(AFTER)) {
      return;
    }
    if (live.size() < MOST_SUMMARIES) {
      live.add(number(event, "heapUsed", 0));
    }
    maxBytes = Math.max(maxBytes, number(event, "heapSpace.reservedSize", 0));
  }

  /** What all events until now say. */
  public HeapUse use() {
    List<Long> sorted = live.stream().sorted().toList();
    Optional<String> site =
        askedAt.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(entry -> entry.getKey().toString());
    return new HeapUse(
        maxBytes,
        sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2),
        site,
        2 * forBuffers > asked,
        stalledNanos);
  }
}
