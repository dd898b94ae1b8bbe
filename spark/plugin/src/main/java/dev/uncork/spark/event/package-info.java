/**
 * What the plugin adds to Spark's event log: {@link dev.uncork.spark.event.ExecutorPlacedEvent},
 * {@link dev.uncork.spark.event.ExecutorUsageEvent} and {@link
 * dev.uncork.spark.event.ExecutorProfileEvent}.
 *
 * <p>Public fields, since Spark writes and reads them by Jackson; a history server that lacks our
 * jar skips them. They are filled once and not changed after they are posted.
 */
@NullMarked
package dev.uncork.spark.event;

import org.jspecify.annotations.NullMarked;
