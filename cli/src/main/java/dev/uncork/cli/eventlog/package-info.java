/**
 * Reports of Spark's event logs: {@link dev.uncork.cli.eventlog.EventLogReport} of one, {@link
 * dev.uncork.cli.eventlog.EventLogTable} of many. Used by the main thread only.
 */
@NullMarked
package dev.uncork.cli.eventlog;

import org.jspecify.annotations.NullMarked;
