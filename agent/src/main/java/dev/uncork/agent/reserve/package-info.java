/**
 * The remedies {@code reserve} and {@code counter} in this JVM: classes rewritten as they are
 * loaded.
 *
 * <p>Start reading at {@link dev.uncork.agent.reserve.LockRemedies}; what is rewritten and why is
 * decided by {@code dev.uncork.rewriting}. Classes are rewritten by the threads that load them; the
 * rest runs in the agent's own thread.
 */
@NullMarked
package dev.uncork.agent.reserve;

import org.jspecify.annotations.NullMarked;
