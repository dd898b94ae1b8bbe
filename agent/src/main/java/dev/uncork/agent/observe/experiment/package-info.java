/**
 * The experiment: short windows in which the program's own threads may use only some of the cores,
 * so that its scaling curve is measured inside one run.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.experiment.CoreExperiment}. The collector's
 * thread decides when a round is due; a thread of its own runs the round.
 */
@NullMarked
package dev.uncork.agent.observe.experiment;

import org.jspecify.annotations.NullMarked;
