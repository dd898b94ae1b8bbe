/**
 * Reports of recordings, in every form that was asked for. Start at {@link
 * dev.uncork.cli.reporting.Reporter}. Used by the main thread only.
 */
@NullMarked
package dev.uncork.cli.reporting;

import org.jspecify.annotations.NullMarked;
