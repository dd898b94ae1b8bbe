/**
 * Options that several commands share, one class for each group of them. Start at {@link
 * dev.uncork.cli.option.ReportOptions}. Filled and read by the main thread.
 */
@NullMarked
package dev.uncork.cli.option;

import org.jspecify.annotations.NullMarked;
