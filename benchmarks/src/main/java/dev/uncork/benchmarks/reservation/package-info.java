/**
 * What lock reservation gains and costs, beside the JVM's own monitors, biased locking and the
 * locks of java.util.concurrent.
 *
 * <p>Start reading at {@link dev.uncork.benchmarks.reservation.ReservationBenchmark}. One thread;
 * the programs measured run in JVMs of their own.
 */
@NullMarked
package dev.uncork.benchmarks.reservation;

import org.jspecify.annotations.NullMarked;
