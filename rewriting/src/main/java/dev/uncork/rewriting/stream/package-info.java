/**
 * Buffered streams of the JDK replaced by ones without locks, in classes that never let others see
 * them.
 *
 * <p>Start reading at {@link dev.uncork.rewriting.stream.ConfinedStreams}. Everything here is a
 * function of class files; nothing is shared between threads.
 */
@NullMarked
package dev.uncork.rewriting.stream;

import org.jspecify.annotations.NullMarked;
