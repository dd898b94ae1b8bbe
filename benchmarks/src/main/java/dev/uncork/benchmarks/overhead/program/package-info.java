/**
 * The programs that the overhead benchmark observes; each prints one line {@code result: NUMBER},
 * nanoseconds of CPU time per operation.
 *
 * <p>No dependency beyond the JDK, so that a bare class path starts them on any JVM.
 */
@NullMarked
package dev.uncork.benchmarks.overhead.program;

import org.jspecify.annotations.NullMarked;
