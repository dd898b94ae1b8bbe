/**
 * From a recording to a priced program: what one operation needs of cores and locks, and how sure
 * that is. The queueing model itself is {@code dev.uncork.scaling.network}. Start at {@link
 * dev.uncork.diagnosis.price.ProgramEstimate}. Everything is a pure function and may be used by any
 * thread.
 */
@NullMarked
package dev.uncork.diagnosis.price;

import org.jspecify.annotations.NullMarked;
