/**
 * What observed JVMs are doing, as numbers for monitoring systems. Start at {@link
 * dev.uncork.cli.metrics.MetricsServer}.
 *
 * <p>Events come in on the threads of the feeds, requests on the server's; {@link
 * dev.uncork.cli.metrics.JvmMetrics} is safe for both.
 */
@NullMarked
package dev.uncork.cli.metrics;

import org.jspecify.annotations.NullMarked;
