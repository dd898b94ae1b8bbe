package dev.uncork.agent.remedy;

import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.experiment.BestCores;
import org.jspecify.annotations.Nullable;

/**
 * What the observers know by now that remedies decide by.
 *
 * @param demand of the hot locks
 * @param compilersNanos what the JVM's compilers have had of the processors so far
 * @param bestCores on which the program did most work, when the experiment has ended
 */
public record Observed(
    DemandMeasurement demand, long compilersNanos, @Nullable BestCores bestCores) {}
