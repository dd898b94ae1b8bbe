/**
 * Spark executors without and with NUMA affinity, on machines with several nodes that the lab
 * emulates: where threads ran, where pages of their heaps lie, and pictures of it.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.numa.NumaBenchmark}. One thread.
 */
@NullMarked
package dev.uncork.benchmarks.numa;

import org.jspecify.annotations.NullMarked;
