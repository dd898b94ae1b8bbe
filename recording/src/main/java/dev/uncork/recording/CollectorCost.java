package dev.uncork.recording;

/**
 * What the collector used.
 *
 * @param cpuNanos CPU time of its own thread
 * @param maxNativeBytes native memory at its peak
 */
public record CollectorCost(long cpuNanos, long maxNativeBytes) {}
