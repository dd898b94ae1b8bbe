/**
 * Spark jobs with one known fault each, the same jobs without it, and healthy ones: what verdicts
 * are measured against.
 *
 * <p>{@link dev.uncork.sparkworkloads.fault.FaultJob} lists them. The driver uses one thread; what
 * the tasks run is static and stateless unless the fault is the state.
 */
@NullMarked
package dev.uncork.sparkworkloads.fault;

import org.jspecify.annotations.NullMarked;
