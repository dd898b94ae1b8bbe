/**
 * The two processes of the benchmark: {@link dev.uncork.benchmarks.fetch.program.FetchOwner} has
 * blocks, {@link dev.uncork.benchmarks.fetch.program.FetchReader} gets them, one at a time. They
 * speak in lines with who started them.
 */
@NullMarked
package dev.uncork.benchmarks.fetch.program;

import org.jspecify.annotations.NullMarked;
