/**
 * What the agent answers the command line: one line each, and the state at the end.
 *
 * <p>Start reading at {@link dev.uncork.agent.status.StatusFile}. Written by any thread of the
 * agent's.
 */
@NullMarked
package dev.uncork.agent.status;

import org.jspecify.annotations.NullMarked;
