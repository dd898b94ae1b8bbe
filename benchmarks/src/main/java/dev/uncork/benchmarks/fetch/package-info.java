/**
 * What it costs one process to get a block of another's memory: by mapping it, by UCX, by Spark's
 * Netty.
 *
 * <p>Start at {@link dev.uncork.benchmarks.fetch.FetchBenchmark}, which starts the programs in the
 * package below.
 */
@NullMarked
package dev.uncork.benchmarks.fetch;

import org.jspecify.annotations.NullMarked;
