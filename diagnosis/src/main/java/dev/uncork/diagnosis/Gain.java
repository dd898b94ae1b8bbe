package dev.uncork.diagnosis;

/**
 * An upper bound for what removing a lock could bring on the machine of the recording.
 *
 * @param atMostShare additional throughput at most: 0.67 means +67 %
 * @param fromIdleCoresShare the part of it that comes from cores that are unused now
 * @param fromSwitchingShare share of the CPU time that blocking itself may eat
 * @param assumption what must hold for the bound to hold
 */
public record Gain(
    double atMostShare, double fromIdleCoresShare, double fromSwitchingShare, String assumption) {}
