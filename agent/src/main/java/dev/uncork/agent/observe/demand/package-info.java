/**
 * The measurement of lock demand: once it is known which locks are hot, only the methods that hold
 * them are instrumented, for a few seconds, to count acquisitions and to time one critical section
 * in 64; then they get their code back, which is verified by the class bytes.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.demand.DemandMeasurement}. All of it runs on
 * the collector's thread; what instrumented code calls is {@code
 * dev.uncork.boot.demand.DemandHooks}.
 */
@NullMarked
package dev.uncork.agent.observe.demand;

import org.jspecify.annotations.NullMarked;
