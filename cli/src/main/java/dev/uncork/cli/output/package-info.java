/**
 * The files that a command writes, checked before anything is started. Start at {@link
 * dev.uncork.cli.output.OutputFile}. Used by the main thread only.
 */
@NullMarked
package dev.uncork.cli.output;

import org.jspecify.annotations.NullMarked;
