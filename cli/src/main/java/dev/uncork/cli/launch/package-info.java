/**
 * Starts the program to be observed and follows it to its end, so that it can't tell the
 * difference: its arguments, environment, standard streams, signals and exit code are as without
 * Uncork. Start at {@link dev.uncork.cli.launch.ObservedProgram}.
 *
 * <p>The main thread waits for the program. {@link dev.uncork.cli.launch.OutputTee} copies its
 * output on two threads of its own; {@link dev.uncork.cli.launch.SignalRelay} works on the JVM's
 * signal threads.
 */
@NullMarked
package dev.uncork.cli.launch;

import org.jspecify.annotations.NullMarked;
