/**
 * The sets of fingerprints that say which states were seen before.
 *
 * <p>Start at {@link dev.uncork.workloads.checker.set.FingerprintSet}; {@link
 * dev.uncork.workloads.checker.set.SetPart} lists the choices. All of them are used by all workers
 * at once; {@code toArray} and {@code checkFPs} want a set that nobody adds to meanwhile.
 */
@NullMarked
package dev.uncork.workloads.checker.set;

import org.jspecify.annotations.NullMarked;
