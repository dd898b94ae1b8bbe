/**
 * The shuffle that keeps map outputs in memory which other executors of the host read in place.
 *
 * <p>Start at {@link dev.uncork.spark.shuffle.UncorkShuffleManager}. Writers fill {@link
 * dev.uncork.transport.OutputBuilder}s; {@link dev.uncork.spark.shuffle.ArenaResolver} serves what
 * they made to this executor and to plain Netty clients; {@link
 * dev.uncork.spark.shuffle.RoutingClient} reads what other executors made: on this host in their
 * memory; on other hosts by {@link dev.uncork.spark.shuffle.OtherHosts}, for which executors ask
 * each other by {@link dev.uncork.spark.shuffle.Lookup}. {@link dev.uncork.spark.shuffle.Ways}
 * opens what the settings want; {@link dev.uncork.spark.shuffle.Routes} counts. Here, and nowhere
 * else, is code that needs what Spark calls {@code private[spark]}: it is compiled against 4.0 and
 * runs up to 4.3, and what differs between these is in {@link
 * dev.uncork.spark.shuffle.SparkVersions}.
 *
 * <p>Whatever of this does not work, Spark's own way is gone: files, and fetches by Netty.
 */
@NullMarked
package dev.uncork.spark.shuffle;

import org.jspecify.annotations.NullMarked;
