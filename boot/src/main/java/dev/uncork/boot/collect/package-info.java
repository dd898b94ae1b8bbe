/**
 * The face of the native collector, {@link dev.uncork.boot.collect.LockCollector}, and what the
 * rewritten synchronizers of the JDK call around a park, {@link dev.uncork.boot.collect.ParkHooks}.
 * Application threads count, the agent's thread drains.
 */
@NullMarked
package dev.uncork.boot.collect;

import org.jspecify.annotations.NullMarked;
