/**
 * The queueing model of a program: what it would do on other numbers of cores and threads, and with
 * a lock removed, striped or taken less often.
 *
 * <p>A program is a {@link dev.uncork.scaling.network.Workload}: what one operation needs of the
 * CPUs, of each lock, and of everything that only one thread can do. {@link
 * dev.uncork.scaling.network.ClosedNetwork} solves it, {@link
 * dev.uncork.scaling.network.Simulation} plays it through where hand-offs dominate, {@link
 * dev.uncork.scaling.network.Forecast} puts a band around both, and {@link
 * dev.uncork.scaling.network.Journey} finds the best sequence of remedies. Start reading at {@code
 * ClosedNetwork}.
 *
 * <p>Sources: M. Reiser and S. Lavenberg, "Mean-Value Analysis of Closed Multichain Queuing
 * Networks", JACM 27(2), 1980; J. Buzen, "Computational Algorithms for Closed Queueing Networks
 * with Exponential Servers", CACM 16(9), 1973; S. Eyerman and L. Eeckhout, "Modeling Critical
 * Sections in Amdahl's Law", ISCA 2010; S. Boyd-Wickizer et al., "Non-scalable locks are
 * dangerous", 2012.
 *
 * <p>Everything is a pure function of immutable values and may be used by any thread.
 */
@NullMarked
package dev.uncork.scaling.network;

import org.jspecify.annotations.NullMarked;
