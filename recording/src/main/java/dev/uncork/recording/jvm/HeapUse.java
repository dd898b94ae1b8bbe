package dev.uncork.recording.jvm;

import java.util.Optional;

/**
 * What makes for collections.
 *
 * @param maxBytes to which the heap may grow; 0 where unknown
 * @param liveBytes in use after a collection, in the middle of all; 0 where unknown
 * @param askedAt the place that most often called {@code System.gc()}, as a frame is written
 * @param forBuffers whether the JDK called it mostly, since no more direct memory was to be had
 * @param stalledNanos for which threads waited for memory, all together, where the collector runs
 *     beside the program
 */
public record HeapUse(
    long maxBytes,
    long liveBytes,
    Optional<String> askedAt,
    boolean forBuffers,
    long stalledNanos) {
  /** Of a recording that doesn't tell. */
  public static final HeapUse UNKNOWN = new HeapUse(0, 0, Optional.empty(), false, 0);

  /** Share of the heap that is in use after a collection, 0 to 1. */
  public double liveShare() {
    return maxBytes <= 0 ? 0 : Math.min(1, (double) liveBytes / maxBytes);
  }
}
