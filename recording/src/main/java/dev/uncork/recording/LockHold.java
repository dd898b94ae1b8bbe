package dev.uncork.recording;

import dev.uncork.protocol.LockKind;

/**
 * How often and for how long a method held locks of one class, measured for a few seconds.
 *
 * @param lockClass binary name of the lock's class
 * @param acquisitions blocked or not, within the interval
 * @param samples critical sections that were timed
 * @param endMillis end of the interval, since the start of the recording
 */
public record LockHold(
    String lockClass,
    LockKind kind,
    long acquisitions,
    long samples,
    long medianNanos,
    long meanNanos,
    long endMillis,
    long intervalNanos) {}
