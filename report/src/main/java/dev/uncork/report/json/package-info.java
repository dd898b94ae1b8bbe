/**
 * Results as JSON, whose fields {@code docs/json.md} lists. One class for each command; start at
 * {@link dev.uncork.report.json.SweepJson}. Stateless; any thread.
 */
@NullMarked
package dev.uncork.report.json;

import org.jspecify.annotations.NullMarked;
