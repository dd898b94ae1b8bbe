package dev.uncork.agent.observe.threads;

/**
 * A thread that waits for a lock without a limit of time.
 *
 * @param thread its id
 * @param name its name
 * @param lockClass class of the lock
 * @param instance identity hash code of the lock
 * @param owner id of the thread that holds it, or -1
 * @param waits how often the thread has blocked or waited so far: while that number stays, it has
 *     not gone on
 */
record LockWait(long thread, String name, String lockClass, int instance, long owner, long waits) {}
