/**
 * The program whose threads share one lock, in a JVM of its own.
 *
 * <p>Start at {@link dev.uncork.benchmarks.preemption.program.SharedSections}.
 */
@NullMarked
package dev.uncork.benchmarks.preemption.program;

import org.jspecify.annotations.NullMarked;
