/**
 * Verdicts and prices of whole Spark applications, against jobs with one known fault each, healthy
 * ones, and reruns with other numbers of executors.
 *
 * <p>Start at {@link dev.uncork.benchmarks.sparkjobs.SparkVerdictsBenchmark} or {@link
 * dev.uncork.benchmarks.sparkjobs.SparkPriceBenchmark}. One thread; one application at a time.
 */
@NullMarked
package dev.uncork.benchmarks.sparkjobs;

import org.jspecify.annotations.NullMarked;
