/**
 * The live screen, drawn. Start at {@link dev.uncork.report.live.TopView}, which makes lines of a
 * diagnosis of the last seconds; what the user chose to see is in {@link
 * dev.uncork.report.live.TopState}, which keys change. Used by one thread.
 */
@NullMarked
package dev.uncork.report.live;

import org.jspecify.annotations.NullMarked;
