/**
 * What every form of a report says in the same words: sentences that text, JSON and HTML share. The
 * diagnosis knows none; start at {@link dev.uncork.report.words.FindingWords}. Stateless; any
 * thread.
 */
@NullMarked
package dev.uncork.report.words;

import org.jspecify.annotations.NullMarked;
