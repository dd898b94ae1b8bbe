/** Tests of the workloads on a whole Spark in this JVM; start at WorkloadsTest. */
@NullMarked
package dev.uncork.sparkworkloads;

import org.jspecify.annotations.NullMarked;
