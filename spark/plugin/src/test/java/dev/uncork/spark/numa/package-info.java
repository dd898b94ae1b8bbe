/** Tests of what executors are bound to. */
@NullMarked
package dev.uncork.spark.numa;

import org.jspecify.annotations.NullMarked;
