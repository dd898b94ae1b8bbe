/**
 * What observing costs: CPU time per operation of the same program with and without an observer.
 *
 * <p>Start at {@link dev.uncork.benchmarks.overhead.OverheadBenchmark}. One thread; every measured
 * program is a child JVM of its own, and the observers take turns within each round, so that a
 * noisy machine disturbs all of them alike.
 */
@NullMarked
package dev.uncork.benchmarks.overhead;

import org.jspecify.annotations.NullMarked;
