/**
 * What the methods that hold the hottest locks call while their demand is measured: {@link
 * dev.uncork.boot.demand.DemandHooks}. Called by application threads, read by the agent's.
 */
@NullMarked
package dev.uncork.boot.demand;

import org.jspecify.annotations.NullMarked;
