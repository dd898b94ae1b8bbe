/**
 * A diagnosis as text for the terminal and as JSON; both say the same.
 *
 * <p>Start reading at {@link dev.uncork.report.TextReport} and {@link
 * dev.uncork.report.JsonReport}. Stateless apart from what is being written; use one instance per
 * thread.
 */
@NullMarked
package dev.uncork.report;

import org.jspecify.annotations.NullMarked;
