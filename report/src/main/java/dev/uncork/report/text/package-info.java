/**
 * Results as text for a terminal. One class for each command; start at {@link
 * dev.uncork.report.text.SweepText}. Stateless; any thread.
 */
@NullMarked
package dev.uncork.report.text;

import org.jspecify.annotations.NullMarked;
