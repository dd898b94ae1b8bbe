/**
 * What the command lines of the benchmarks have in common; their options are picocli's, declared in
 * the class of each benchmark.
 *
 * <p>Start at {@link dev.uncork.benchmarks.command.BenchCommand}. Not for concurrent use.
 */
@NullMarked
package dev.uncork.benchmarks.command;

import org.jspecify.annotations.NullMarked;
