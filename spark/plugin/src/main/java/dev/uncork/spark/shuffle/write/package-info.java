/**
 * What map tasks write by, right into the arena: {@link
 * dev.uncork.spark.shuffle.write.DirectWriter}, {@link
 * dev.uncork.spark.shuffle.write.SortedWriter}, and {@link
 * dev.uncork.spark.shuffle.write.ArenaComponents} for Spark's own sorting writer. Each writer is
 * for one task.
 */
@NullMarked
package dev.uncork.spark.shuffle.write;

import org.jspecify.annotations.NullMarked;
