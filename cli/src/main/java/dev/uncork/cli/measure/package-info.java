/**
 * One run of a program, measured: its throughput, whether it passed its check, and what other
 * processes used meanwhile. Start at {@link dev.uncork.cli.measure.MeasuredRun}. The main thread
 * runs it; other threads only read the program's output, and a signal handler stops it.
 */
@NullMarked
package dev.uncork.cli.measure;

import org.jspecify.annotations.NullMarked;
