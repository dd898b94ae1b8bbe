/**
 * How good {@code uncork tune} is: the journey against a hand-tuned program, real programs,
 * programs without a problem, and how rarely it keeps what is useless. Start at {@link
 * dev.uncork.benchmarks.tune.TuneBenchmark}. One thread.
 */
@NullMarked
package dev.uncork.benchmarks.tune;

import org.jspecify.annotations.NullMarked;
