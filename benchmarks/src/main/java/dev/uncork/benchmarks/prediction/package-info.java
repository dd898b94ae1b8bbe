/**
 * How well the scaling model predicts: on programs whose hold time, think time, visits and class of
 * lock are known ({@link dev.uncork.benchmarks.prediction.Grid}), and on programs that sleep in
 * place of working, so that few cores carry hundreds of threads ({@link
 * dev.uncork.benchmarks.prediction.Dilation}). Start at {@link
 * dev.uncork.benchmarks.prediction.PredictionBenchmark}.
 */
@NullMarked
package dev.uncork.benchmarks.prediction;

import org.jspecify.annotations.NullMarked;
