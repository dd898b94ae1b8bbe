package dev.uncork.recording;

import java.util.List;

/**
 * The threads of a program at one moment.
 *
 * @param atMillis since the start of the recording
 * @param threads those that were looked at
 * @param pools the thread pools among whose workers they are
 */
public record Snapshot(long atMillis, List<ThreadSample> threads, List<PoolUse> pools) {
  public Snapshot {
    threads = List.copyOf(threads);
    pools = List.copyOf(pools);
  }
}
