package dev.uncork.recording;

/**
 * A thread pool at one moment.
 *
 * @param pool number that tells it from the others of the program
 * @param threadName name of one of its threads
 * @param maxThreads threads that it may have, as it is set up
 * @param active threads that run a task
 * @param queued tasks that wait for a thread
 * @param capacity tasks that may wait; {@link Integer#MAX_VALUE} where that isn't bounded
 */
public record PoolUse(
    int pool,
    String className,
    String threadName,
    int threads,
    int maxThreads,
    int active,
    int queued,
    int capacity) {}
