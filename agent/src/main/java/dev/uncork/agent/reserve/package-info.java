/**
 * The remedy {@code reserve} in this JVM: lock reservation by rewriting classes as they are loaded.
 *
 * <p>Start reading at {@link dev.uncork.agent.reserve.ReserveRemedy}; what is rewritten and why is
 * decided by {@code dev.uncork.rewriting.lock}. Classes are rewritten by the threads that load
 * them; the rest runs in the agent's own thread.
 */
@NullMarked
package dev.uncork.agent.reserve;

import org.jspecify.annotations.NullMarked;
