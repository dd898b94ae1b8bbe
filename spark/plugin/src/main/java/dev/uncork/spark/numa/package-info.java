/**
 * NUMA process affinity: which nodes an executor gets, and how its threads and pages come there.
 *
 * <p>Start at {@link dev.uncork.spark.numa.HostNodes}, the driver's side, {@link
 * dev.uncork.spark.numa.BoundProcess}, the executor's, and {@link
 * dev.uncork.spark.numa.NodeClaims}, by which applications know of each other. Knows nothing of
 * Spark. Classes are for one thread unless they say otherwise.
 */
@NullMarked
package dev.uncork.spark.numa;

import org.jspecify.annotations.NullMarked;
