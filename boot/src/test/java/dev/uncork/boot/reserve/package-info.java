/**
 * Tests of lock reservation that need no other JVM. Start with {@code ReserveHooksTest}; each test
 * runs on the test's own threads.
 */
@NullMarked
package dev.uncork.boot.reserve;

import org.jspecify.annotations.NullMarked;
