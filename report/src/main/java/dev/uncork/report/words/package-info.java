/**
 * What every form of a report says in the same words: sentences that text, JSON and HTML share.
 * Stateless; any thread.
 */
@NullMarked
package dev.uncork.report.words;

import org.jspecify.annotations.NullMarked;
