/**
 * What the queueing model says of a recorded program on other numbers of cores. Start at {@link
 * dev.uncork.diagnosis.predict.Prediction}. Immutable values.
 */
@NullMarked
package dev.uncork.diagnosis.predict;

import org.jspecify.annotations.NullMarked;
