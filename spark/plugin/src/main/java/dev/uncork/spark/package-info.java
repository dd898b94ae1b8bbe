/**
 * The Spark plugin. Start at {@link dev.uncork.spark.UncorkPlugin}; {@link
 * dev.uncork.spark.DriverPart} is what runs in the driver, {@link dev.uncork.spark.ExecutorPart}
 * what runs in each executor.
 *
 * <p>Whatever fails here is one line in the log and changes nothing else: an exception out of an
 * executor's plugin would restart executors without end. Executors do their work in one thread of
 * ours, {@link dev.uncork.spark.ExecutorLoop}; the driver's part is called by threads of Spark's.
 * What goes between them are maps of JDK types, since Spark's RPC doesn't find the classes of jars
 * that came with {@code --jars}.
 */
@NullMarked
package dev.uncork.spark;

import org.jspecify.annotations.NullMarked;
