/**
 * Levers of {@code uncork tune}, and what a diagnosis says for each: options of the JVM and of the
 * program, remedies of Uncork, settings of Spark; what needs a change of the source is advice.
 *
 * <p>Start reading at {@link dev.uncork.diagnosis.lever.Proposals}, which turns a diagnosis into
 * levers and advice; {@link dev.uncork.diagnosis.lever.SparkProposals} does so for Spark. A remedy
 * that comes later needs a {@link dev.uncork.diagnosis.lever.RemedyKind} and a place in the
 * proposals. Pure functions; the records are immutable.
 */
@NullMarked
package dev.uncork.diagnosis.lever;

import org.jspecify.annotations.NullMarked;
