/**
 * What the runs of a sweep came to: each {@link dev.uncork.scaling.sweep.Trial}, and the curve that
 * they make. Start at {@link dev.uncork.scaling.sweep.SweepResult}. Immutable values.
 */
@NullMarked
package dev.uncork.scaling.sweep;

import org.jspecify.annotations.NullMarked;
