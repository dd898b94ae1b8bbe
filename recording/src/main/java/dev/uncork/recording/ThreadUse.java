package dev.uncork.recording;

/**
 * CPU time and placement of one thread over the whole recording.
 *
 * @param osThreadId id that the kernel gave it
 * @param lastCpu CPU that it was last seen on
 * @param cpuChanges how often two samples in a row were on different CPUs
 */
public record ThreadUse(
    long osThreadId, String name, long cpuNanos, int lastCpu, long samples, long cpuChanges) {}
