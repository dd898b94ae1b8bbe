/**
 * The remedy {@code counter}: methods that only read or update one field under the lock do so
 * without it.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.counter.CounterRemedy}; what is rewritten and
 * why is decided by {@code dev.uncork.rewriting.counter}. Classes are rewritten by the threads that
 * load them; the rest runs on the collector's.
 */
@NullMarked
package dev.uncork.agent.remedy.counter;

import org.jspecify.annotations.NullMarked;
