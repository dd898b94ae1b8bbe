package dev.uncork.agent.remedy;

import dev.uncork.agent.observe.demand.DemandMeasurement;

/**
 * What the observers know by now that remedies decide by.
 *
 * @param demand of the hot locks
 * @param compilersNanos what the JVM's compilers have had of the processors so far
 */
public record Observed(DemandMeasurement demand, long compilersNanos) {}
