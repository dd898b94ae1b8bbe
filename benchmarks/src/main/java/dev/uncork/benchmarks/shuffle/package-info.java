/**
 * Spark's jobs with its own shuffle and with Uncork's, in two clusters on this host that take turns
 * round by round.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.shuffle.ShuffleBenchmark}. One thread drives
 * both clusters, and waits while one of them works.
 */
@NullMarked
package dev.uncork.benchmarks.shuffle;

import org.jspecify.annotations.NullMarked;
