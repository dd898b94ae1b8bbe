/**
 * Refusals that the user can do something about: {@link dev.uncork.cli.error.UserError}. Any
 * thread.
 */
@NullMarked
package dev.uncork.cli.error;

import org.jspecify.annotations.NullMarked;
