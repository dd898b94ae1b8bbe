/** What the JVM itself did, as far as a recording tells: immutable, for any thread. */
@NullMarked
package dev.uncork.recording.jvm;

import org.jspecify.annotations.NullMarked;
