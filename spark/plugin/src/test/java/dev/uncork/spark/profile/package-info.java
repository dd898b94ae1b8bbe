/** Tests of {@link dev.uncork.spark.profile}. */
@NullMarked
package dev.uncork.spark.profile;

import org.jspecify.annotations.NullMarked;
