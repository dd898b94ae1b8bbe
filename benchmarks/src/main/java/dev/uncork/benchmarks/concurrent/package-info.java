/**
 * JMH benchmarks of {@code dev.uncork.concurrent} against the best that is known for each purpose.
 *
 * <p>Start at {@link dev.uncork.benchmarks.concurrent.ConcurrentBenchmark}, which runs them in turn
 * (A, B, A, B) and writes docs/results/concurrent.json: {@code ./bench concurrent}.
 */
@NullMarked
package dev.uncork.benchmarks.concurrent;

import org.jspecify.annotations.NullMarked;
