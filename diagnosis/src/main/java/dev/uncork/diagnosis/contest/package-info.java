/**
 * Who leads when, of several that compete for each moment: {@link
 * dev.uncork.diagnosis.contest.Leaders}. Pure functions.
 */
@NullMarked
package dev.uncork.diagnosis.contest;

import org.jspecify.annotations.NullMarked;
