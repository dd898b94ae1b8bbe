/** Tests of {@link dev.uncork.spark.driver}. */
@NullMarked
package dev.uncork.spark.driver;

import org.jspecify.annotations.NullMarked;
