/**
 * The commands, one class each. Start at {@link dev.uncork.cli.command.UncorkCommand}, which lists
 * them. Run by the main thread.
 */
@NullMarked
package dev.uncork.cli.command;

import org.jspecify.annotations.NullMarked;
