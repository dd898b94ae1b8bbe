/**
 * Reaches a JVM that is already running: checks it by what {@code /proc} tells before anything is
 * sent to it, puts the agent's files where it can open them, loads and stops the agent. Start at
 * {@link dev.uncork.cli.attach.TargetProcess}. Used by the main thread; {@link
 * dev.uncork.cli.attach.Lease} has a thread of its own.
 */
@NullMarked
package dev.uncork.cli.attach;

import org.jspecify.annotations.NullMarked;
