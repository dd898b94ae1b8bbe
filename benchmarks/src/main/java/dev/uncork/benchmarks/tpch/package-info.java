/**
 * TPC-H in Spark without and with something switched on, in two JVMs that take turns query by
 * query: lock reservation, or the plugin as a whole.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.tpch.TpchBenchmark}. One thread drives both
 * JVMs, and waits while one of them runs a query.
 */
@NullMarked
package dev.uncork.benchmarks.tpch;

import org.jspecify.annotations.NullMarked;
