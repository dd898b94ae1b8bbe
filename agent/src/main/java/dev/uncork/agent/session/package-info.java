/**
 * One session of observation: its directory, its recording, its collector thread, and its end.
 *
 * <p>Start reading at {@link dev.uncork.agent.session.Session}.
 */
@NullMarked
package dev.uncork.agent.session;

import org.jspecify.annotations.NullMarked;
