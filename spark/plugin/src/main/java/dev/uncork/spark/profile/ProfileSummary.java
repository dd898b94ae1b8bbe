package dev.uncork.spark.profile;

/**
 * What the recordings of an executor say, from its start.
 *
 * @param blockedNanos time that blocked acquires took, all locks together
 * @param verdictKind kind of the verdict of the last recording
 * @param verdict the same in one sentence
 */
public record ProfileSummary(
    long recordedMillis, long blockedNanos, String verdictKind, String verdict) {}
