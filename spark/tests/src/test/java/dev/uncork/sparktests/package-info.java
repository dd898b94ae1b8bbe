/**
 * Tests with a real Spark: applications submitted to a local cluster in a child JVM. Start at
 * {@link dev.uncork.sparktests.SparkRun}.
 */
@NullMarked
package dev.uncork.sparktests;

import org.jspecify.annotations.NullMarked;
