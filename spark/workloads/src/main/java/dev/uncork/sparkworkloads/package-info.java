/**
 * The papers' workloads for Spark: TPC-H, GroupBy, PageRank and k-means, one command each.
 *
 * <p>Start reading at {@link dev.uncork.sparkworkloads.SparkWorkloads}; each command makes its data
 * by a fixed seed, checks its result, and writes what it measured as JSON. Single-threaded in the
 * driver; the work is Spark's.
 */
@NullMarked
package dev.uncork.sparkworkloads;

import org.jspecify.annotations.NullMarked;
