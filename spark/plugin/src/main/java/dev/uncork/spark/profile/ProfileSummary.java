package dev.uncork.spark.profile;

/**
 * What the recordings of an executor cover, from its start.
 *
 * @param blockedNanos time that blocked acquires took, all locks together
 */
public record ProfileSummary(long recordedMillis, long blockedNanos) {}
