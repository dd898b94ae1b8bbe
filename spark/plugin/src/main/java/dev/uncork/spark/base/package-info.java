/**
 * What the parts of the plugin stand on: {@link dev.uncork.spark.base.Log}, settings, files, the
 * end of the JVM. For all threads.
 */
@NullMarked
package dev.uncork.spark.base;

import org.jspecify.annotations.NullMarked;
