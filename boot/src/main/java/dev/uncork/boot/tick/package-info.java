/**
 * The order in which threads go for a monitor by ticks: {@link dev.uncork.boot.tick.TickGates} is
 * what rewritten classes call. Application threads queue, the agent's thread opens and closes.
 */
@NullMarked
package dev.uncork.boot.tick;

import org.jspecify.annotations.NullMarked;
