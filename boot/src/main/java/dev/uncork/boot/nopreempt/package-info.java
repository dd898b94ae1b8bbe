/**
 * Temporary non-preemption around critical sections: {@link
 * dev.uncork.boot.nopreempt.NonPreemption} is what rewritten methods call. Application threads ask,
 * the agent's thread switches.
 */
@NullMarked
package dev.uncork.boot.nopreempt;

import org.jspecify.annotations.NullMarked;
