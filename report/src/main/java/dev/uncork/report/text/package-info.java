/**
 * Diagnoses and results as text for a terminal. Start at {@link dev.uncork.report.text.TextReport};
 * results of other commands have a class each. Stateless apart from what is being written; use one
 * instance per thread.
 */
@NullMarked
package dev.uncork.report.text;

import org.jspecify.annotations.NullMarked;
