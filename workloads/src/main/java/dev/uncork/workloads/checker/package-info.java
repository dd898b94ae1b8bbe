/**
 * The journey's application: an explicit-state model checker in the manner of TLC.
 *
 * <p>Start at {@link dev.uncork.workloads.checker.ModelChecker}, which runs {@link
 * dev.uncork.workloads.checker.Worker}s over the parts that a {@link
 * dev.uncork.workloads.checker.CheckConfig} chooses. The parts of the default are those of 2006:
 * each has a lock that all workers share.
 *
 * <p>Threads: one per worker, plus the calling one, which prints the progress, takes checkpoints
 * while the workers stand still, and runs the end phase.
 */
@NullMarked
package dev.uncork.workloads.checker;

import org.jspecify.annotations.NullMarked;
