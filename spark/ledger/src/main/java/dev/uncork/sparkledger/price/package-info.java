/**
 * What an application would take otherwise: {@link dev.uncork.sparkledger.price.SparkPrice}. Its
 * tasks are scheduled again, with other executors or without a cause of loss. Pure functions.
 */
@NullMarked
package dev.uncork.sparkledger.price;

import org.jspecify.annotations.NullMarked;
