/**
 * The command line: {@code run}, {@code attach}, {@code report}, {@code sweep}, {@code doctor}.
 *
 * <p>Start at {@link dev.uncork.cli.Main}, then at a command in {@code command}: it is one class
 * and reads as the product does: check what was asked for, observe, collect, report. What commands
 * need is beside them: {@code option} and {@code value} are what users write, {@code launch} starts
 * and follows a program, {@code session} is the protocol with the agents and the recordings that
 * come out of it, {@code attach} reaches a JVM that is already running, {@code doctor} holds the
 * probes of this machine, {@code measure} is one measured run, {@code sweep} and {@code tune} do
 * many of them, {@code terminal} is what the user looks at. What is shown is rendered in module
 * {@code report}.
 *
 * <p>Commands run on the main thread. Other threads only copy a program's output, relay signals and
 * keep a session's lease fresh.
 */
@NullMarked
package dev.uncork.cli;

import org.jspecify.annotations.NullMarked;
