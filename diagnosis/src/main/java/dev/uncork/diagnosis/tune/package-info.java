/**
 * The decisions of {@code uncork tune}: which lever promises most, whether paired runs prove it,
 * what is kept, when to stop. Pure functions and a loop that is deterministic given the outcomes of
 * the runs; it starts nothing by itself.
 *
 * <p>Start reading at {@link dev.uncork.diagnosis.tune.TuneLoop}; {@link
 * dev.uncork.diagnosis.tune.Proposals} turns a diagnosis into levers and advice, {@link
 * dev.uncork.diagnosis.tune.PairedTest} holds the statistics, {@link
 * dev.uncork.diagnosis.tune.ErrorBudget} keeps many tests honest together. A remedy that comes
 * later needs a {@link dev.uncork.diagnosis.tune.RemedyKind} and a place in the proposals. One
 * thread; the records are immutable.
 */
@NullMarked
package dev.uncork.diagnosis.tune;

import org.jspecify.annotations.NullMarked;
