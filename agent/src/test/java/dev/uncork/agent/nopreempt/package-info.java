/** Tests of the remedy against preempted holders. */
@NullMarked
package dev.uncork.agent.nopreempt;

import org.jspecify.annotations.NullMarked;
