/**
 * Looks at the program's threads several times a second: state, stack, CPU time, what each waits
 * for and who owns that, and the thread pools among whose workers they are.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.threads.ThreadSampler}. All of it runs on the
 * collector's thread, calls no method that the application could override, takes no lock of its and
 * keeps none of its objects alive.
 */
@NullMarked
package dev.uncork.agent.observe.threads;

import org.jspecify.annotations.NullMarked;
