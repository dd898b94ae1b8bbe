/** Tests of the remedy against preempted holders. */
@NullMarked
package dev.uncork.agent.remedy.nopreempt;

import org.jspecify.annotations.NullMarked;
