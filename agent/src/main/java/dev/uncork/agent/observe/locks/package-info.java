/**
 * From the native tables to lock events: draining, adding up, emitting, and sampling holders.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.locks.LockCounts}. Owned by the collector
 * thread; the last drain runs on whichever thread stops the recording, under the same lock.
 */
@NullMarked
package dev.uncork.agent.observe.locks;

import org.jspecify.annotations.NullMarked;
