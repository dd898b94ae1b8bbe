/**
 * The format of docs/results/NAME.json, which every benchmark writes, and what the kernel tells of
 * the machine and its processes.
 *
 * <p>Start at {@link dev.uncork.benchmarks.results.ResultFile}. Not for concurrent use.
 */
@NullMarked
package dev.uncork.benchmarks.results;

import org.jspecify.annotations.NullMarked;
