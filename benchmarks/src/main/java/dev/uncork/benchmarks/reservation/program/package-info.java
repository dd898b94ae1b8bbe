/**
 * Programs whose locks are measured, each in a JVM of its own.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.reservation.program.LockCosts}.
 */
@NullMarked
package dev.uncork.benchmarks.reservation.program;

import org.jspecify.annotations.NullMarked;
