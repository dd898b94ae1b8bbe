/**
 * Behind {@code uncork predict}: a recording's curve on other numbers of cores, now and after each
 * remedy, as text, picture and JSON. Start at {@link dev.uncork.cli.predict.Prediction}; the model
 * is {@code dev.uncork.scaling.network}. One thread.
 */
@NullMarked
package dev.uncork.cli.predict;

import org.jspecify.annotations.NullMarked;
