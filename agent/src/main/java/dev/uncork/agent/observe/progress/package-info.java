/**
 * The application's own operations count: from its output, a JMX attribute or the API.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.progress.ProgressSource}. One thread.
 */
@NullMarked
package dev.uncork.agent.observe.progress;

import org.jspecify.annotations.NullMarked;
