/**
 * From a recording to findings and a verdict: pure functions, no live JVM.
 *
 * <p>Start reading at {@link dev.uncork.diagnosis.Diagnosis#of}. {@link
 * dev.uncork.diagnosis.ledger.Seconds} lays all figures out second by second, {@link
 * dev.uncork.diagnosis.Findings} compares what each bottleneck could cost at most, {@link
 * dev.uncork.diagnosis.Verdicts} picks the one to speak of. Everything is immutable and may be
 * shared between threads.
 */
@NullMarked
package dev.uncork.diagnosis;

import org.jspecify.annotations.NullMarked;
