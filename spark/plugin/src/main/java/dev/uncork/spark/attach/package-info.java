/**
 * How the agent gets into the JVM that this is, which runs already.
 *
 * <p>Start reading at {@link dev.uncork.spark.attach.Agent}. Called from the plugin's own thread.
 */
@NullMarked
package dev.uncork.spark.attach;

import org.jspecify.annotations.NullMarked;
