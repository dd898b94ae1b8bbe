package dev.uncork.recording;

import dev.uncork.protocol.LockKind;

/**
 * What all locks of one class and kind cost; exact even where single locks are no longer listed.
 *
 * @param instances number of rows of single locks that went into it
 */
public record LockClassUse(
    String lockClass,
    LockKind kind,
    long instances,
    long blocked,
    long totalAcquireNanos,
    long maxAcquireNanos,
    long waits,
    long waitedNanos) {}
