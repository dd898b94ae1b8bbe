/**
 * What command lines that were killed have left: their sessions, with what was recorded until then.
 * Start at {@link dev.uncork.cli.residue.Residue}. Used by the main thread only.
 */
@NullMarked
package dev.uncork.cli.residue;

import org.jspecify.annotations.NullMarked;
