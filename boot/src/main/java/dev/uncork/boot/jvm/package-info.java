/**
 * What the other packages need of the JVM and the kernel: fences, live objects, virtual threads,
 * code from before a retransformation. Start at {@link dev.uncork.boot.jvm.Fence}; any thread may
 * call it.
 */
@NullMarked
package dev.uncork.boot.jvm;

import org.jspecify.annotations.NullMarked;
