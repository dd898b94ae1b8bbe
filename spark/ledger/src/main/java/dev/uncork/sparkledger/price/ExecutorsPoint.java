package dev.uncork.sparkledger.price;

/**
 * What the application would take with other numbers of executors.
 *
 * @param times as many executors as were recorded
 * @param executors in local mode slots, since there is one executor
 * @param slotHours those that would be paid for
 */
public record ExecutorsPoint(
    double times, int executors, int slots, double seconds, double slotHours) {}
