package dev.uncork.diagnosis;

/**
 * A control group's CPU quota that ran out.
 *
 * @param periods in how many periods
 * @param nanos for how long threads were stopped
 */
public record Throttling(long periods, long nanos) {}
