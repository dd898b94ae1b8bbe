/**
 * Counters without their monitors: {@link dev.uncork.boot.counter.CounterHooks} is what rewritten
 * classes call, {@link dev.uncork.boot.counter.CounterGroup} the switch. Called by application
 * threads, switched by them or by the agent's.
 */
@NullMarked
package dev.uncork.boot.counter;

import org.jspecify.annotations.NullMarked;
