/**
 * What the user looks at: which stream is a terminal, how wide it is, and the one line on it that
 * changes. Start at {@link dev.uncork.cli.terminal.Terminal}. Each line is used by one thread only.
 */
@NullMarked
package dev.uncork.cli.terminal;

import org.jspecify.annotations.NullMarked;
