package dev.uncork.sparkledger.model;

/**
 * A line of the user's program that the driver ran while no task did; only the plugin tells.
 *
 * @param span of the time without tasks
 * @param samples that were taken there, four a second
 */
public record DriverLook(Span span, CallSite place, int samples) {}
