/**
 * The terminal while the live screen has it. Start at {@link dev.uncork.cli.top.TopScreen}, which
 * shows what {@link dev.uncork.report.live.TopView} draws of a diagnosis of the last seconds, and
 * hands keys to {@link dev.uncork.report.live.TopState}.
 *
 * <p>All of it runs on the main thread; only the events come in on the feed's.
 */
@NullMarked
package dev.uncork.cli.top;

import org.jspecify.annotations.NullMarked;
