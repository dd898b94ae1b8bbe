/**
 * Streams without locks in Spark's shuffle, in a JVM that runs already.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.stream.UnlockedStreams}; what is rewritten and
 * why is decided by {@code dev.uncork.rewriting.stream}. Classes are rewritten by the threads that
 * load them, or by the one that starts this.
 */
@NullMarked
package dev.uncork.agent.remedy.stream;

import org.jspecify.annotations.NullMarked;
