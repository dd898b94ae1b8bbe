/**
 * The micro-benchmark of Odaira and Hiraki: threads that increment a shared counter in a loop.
 *
 * <p>Start at {@link dev.uncork.workloads.synchmeth.Synchmeth}.
 */
@NullMarked
package dev.uncork.workloads.synchmeth;

import org.jspecify.annotations.NullMarked;
