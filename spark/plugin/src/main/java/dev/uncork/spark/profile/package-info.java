/**
 * The collector inside of an executor: the same agent that {@code uncork attach} loads, loaded by
 * the executor itself.
 *
 * <p>Start at {@link dev.uncork.spark.profile.ExecutorProfile}. Used by the plugin's one thread,
 * but for {@link dev.uncork.spark.profile.TaskMarks}, which the threads of tasks call.
 */
@NullMarked
package dev.uncork.spark.profile;

import org.jspecify.annotations.NullMarked;
