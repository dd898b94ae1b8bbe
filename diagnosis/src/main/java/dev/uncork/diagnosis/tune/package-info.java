/**
 * The decisions of {@code uncork tune}: which lever promises most, whether paired runs prove it,
 * what is kept, when to stop. Pure functions and a loop that is deterministic given the outcomes of
 * the runs; it starts nothing by itself.
 *
 * <p>Start reading at {@link dev.uncork.diagnosis.tune.TuneLoop}; what it tries comes from {@link
 * dev.uncork.diagnosis.lever}, {@link dev.uncork.diagnosis.tune.PairedTest} holds the statistics,
 * {@link dev.uncork.diagnosis.tune.ErrorBudget} keeps many tests honest together. One thread; the
 * records are immutable.
 */
@NullMarked
package dev.uncork.diagnosis.tune;

import org.jspecify.annotations.NullMarked;
