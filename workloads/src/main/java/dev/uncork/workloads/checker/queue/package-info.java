/**
 * The queues of states that wait to be expanded, which also find out that there is nothing left.
 *
 * <p>Start at {@link dev.uncork.workloads.checker.queue.StateQueue}; {@link
 * dev.uncork.workloads.checker.queue.QueuePart} lists the choices. Every worker calls {@code
 * dequeue} until it returns null; a worker puts all successors of a state before it takes the next
 * one, so when all workers are idle and nothing is queued, nothing will ever come.
 */
@NullMarked
package dev.uncork.workloads.checker.queue;

import org.jspecify.annotations.NullMarked;
