/**
 * Which classes a remedy is for, as the user and the plan name them.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.selection.ClassSelection}. Immutable.
 */
@NullMarked
package dev.uncork.rewriting.selection;

import org.jspecify.annotations.NullMarked;
