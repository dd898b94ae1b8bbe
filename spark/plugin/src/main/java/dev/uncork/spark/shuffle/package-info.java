/**
 * The shuffle that keeps map outputs in memory which other executors of the host read in place:
 * {@link dev.uncork.spark.shuffle.UncorkShuffleManager}.
 *
 * <p>Package {@code write} fills {@link dev.uncork.transport.OutputBuilder}s, {@code arena} finds
 * what they made, {@code route} decides which way each block comes. Here, and nowhere else, is code
 * that needs what Spark calls {@code private[spark]}: it is compiled against 4.0 and runs up to
 * 4.3, and what differs between these is in {@link dev.uncork.spark.shuffle.route.SparkVersions}.
 *
 * <p>Whatever of this does not work, Spark's own way is gone: files, and fetches by Netty. For all
 * threads.
 */
@NullMarked
package dev.uncork.spark.shuffle;

import org.jspecify.annotations.NullMarked;
