/** Tests of the shuffle that need no Spark; those with Spark are in module spark/tests. */
@NullMarked
package dev.uncork.spark.shuffle;

import org.jspecify.annotations.NullMarked;
