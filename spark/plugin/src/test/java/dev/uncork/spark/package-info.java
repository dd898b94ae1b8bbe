/** Tests of the plugin's parts that need no Spark application. */
@NullMarked
package dev.uncork.spark;

import org.jspecify.annotations.NullMarked;
