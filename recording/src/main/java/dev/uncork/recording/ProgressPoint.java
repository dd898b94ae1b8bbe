package dev.uncork.recording;

/**
 * Operations that the application itself reported.
 *
 * @param atMillis since the start of the recording
 * @param operations operations since the start, or -1 where the source doesn't count them
 * @param rate operations per second
 * @param source {@code output}, {@code jmx} or {@code api}
 * @param label what is counted, in the source's own words; empty where it has none
 */
public record ProgressPoint(
    long atMillis, long operations, double rate, String source, String label) {}
