/**
 * The benchmark harness behind {@code uncork sweep}: which runs, in what order, what counts, and
 * the curve that comes out. Start at {@link dev.uncork.cli.sweep.Sweep}; one run of the program is
 * {@link dev.uncork.cli.sweep.ProgramTrial}. Runs follow each other on the main thread; other
 * threads only read a program's output, and a signal handler stops the sweep.
 */
@NullMarked
package dev.uncork.cli.sweep;

import org.jspecify.annotations.NullMarked;
