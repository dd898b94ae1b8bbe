/**
 * Metrics of observed JVMs in the formats of monitoring systems. Start at {@link
 * dev.uncork.report.metrics.Metric}. Stateless; any thread.
 */
@NullMarked
package dev.uncork.report.metrics;

import org.jspecify.annotations.NullMarked;
