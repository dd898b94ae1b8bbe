/**
 * What a newcomer waits for: the page of a long recording, and the first verdict.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.firstrun.FirstRunBenchmark} and {@link
 * dev.uncork.benchmarks.firstrun.PageBenchmark}. One thread.
 */
@NullMarked
package dev.uncork.benchmarks.firstrun;

import org.jspecify.annotations.NullMarked;
