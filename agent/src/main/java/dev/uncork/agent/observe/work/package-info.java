/**
 * How much work the program does, counted finely enough for windows of a tenth of a second.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.work.WorkCounter}. One thread.
 */
@NullMarked
package dev.uncork.agent.observe.work;

import org.jspecify.annotations.NullMarked;
