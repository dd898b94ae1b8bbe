/**
 * Streams without locks, which rewritten constructors make in place of the JDK's where one thread
 * at a time uses them: {@link dev.uncork.boot.stream.UnlockedDataOutput} and those below it.
 */
@NullMarked
package dev.uncork.boot.stream;

import org.jspecify.annotations.NullMarked;
