/**
 * A Spark application's diagnosis in words, and as text for a terminal. Start at {@link
 * dev.uncork.report.spark.SparkFindingWords}, which any form of a report says the same; {@link
 * dev.uncork.report.spark.SparkText} lays out the terminal's. Stateless; any thread.
 */
@NullMarked
package dev.uncork.report.spark;

import org.jspecify.annotations.NullMarked;
