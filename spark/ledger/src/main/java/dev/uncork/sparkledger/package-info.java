/**
 * Where a Spark application's slot-seconds went, what that cost and what would change it: {@link
 * dev.uncork.sparkledger.SparkDiagnosis} is where to start. Pure functions of an application's
 * events, without a sentence; immutable results.
 */
@NullMarked
package dev.uncork.sparkledger;

import org.jspecify.annotations.NullMarked;
