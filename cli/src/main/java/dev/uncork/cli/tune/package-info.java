/**
 * Behind {@code uncork tune}: runs the program for the loop of {@code dev.uncork.diagnosis.tune},
 * keeps what was measured so that a stopped loop goes on, writes the plan and the report. Start at
 * {@link dev.uncork.cli.tune.Tuning}; runs are done by {@link dev.uncork.cli.tune.ProgramBench}.
 * One thread; a signal handler stops the running program.
 */
@NullMarked
package dev.uncork.cli.tune;

import org.jspecify.annotations.NullMarked;
