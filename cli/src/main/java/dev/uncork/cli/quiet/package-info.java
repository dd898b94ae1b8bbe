/**
 * The remedy {@code quiet}: an application's log configuration rewritten so that its threads don't
 * wait for the log. Start at {@link dev.uncork.cli.quiet.LogConfiguration}. One thread.
 */
@NullMarked
package dev.uncork.cli.quiet;

import org.jspecify.annotations.NullMarked;
