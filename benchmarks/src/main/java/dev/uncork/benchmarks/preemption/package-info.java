/**
 * Locks whose holders lose their processors: what the lock that is handed over at the end of a tick
 * and what temporary non-preemption make of throughput and fairness.
 *
 * <p>Start at {@link dev.uncork.benchmarks.preemption.PreemptionBenchmark}. One thread; the
 * programs measured run in JVMs of their own, the latter in the lab's guest.
 */
@NullMarked
package dev.uncork.benchmarks.preemption;

import org.jspecify.annotations.NullMarked;
