/**
 * Tests of the streams without locks. Start with {@code UnlockedStreamsTest}; each test runs on the
 * test's own thread.
 */
@NullMarked
package dev.uncork.boot.stream;

import org.jspecify.annotations.NullMarked;
