/**
 * The remedy {@code tick}: objects of chosen classes get their threads one after the other, with
 * overtaking within a tick only, where the kernel has nothing against preempted holders.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.tick.TickRemedy}. Classes are rewritten by the
 * threads that load them; what rewritten code calls is {@code dev.uncork.boot.tick.TickGates}.
 */
@NullMarked
package dev.uncork.agent.remedy.tick;

import org.jspecify.annotations.NullMarked;
