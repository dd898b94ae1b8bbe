/**
 * The hook before monitors, which asks the remedies that do without them: {@link
 * dev.uncork.boot.monitor.MonitorHooks}. Called by application threads.
 */
@NullMarked
package dev.uncork.boot.monitor;

import org.jspecify.annotations.NullMarked;
