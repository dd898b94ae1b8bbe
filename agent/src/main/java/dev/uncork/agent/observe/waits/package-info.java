/**
 * Rewrites the slow paths of {@code java.util.concurrent} locks so that they count what parked.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.waits.ParkInstrumentation}. Called by the
 * thread that starts or stops a session; the rewritten code runs anywhere.
 */
@NullMarked
package dev.uncork.agent.observe.waits;

import org.jspecify.annotations.NullMarked;
