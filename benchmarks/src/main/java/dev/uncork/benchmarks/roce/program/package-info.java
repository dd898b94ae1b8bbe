/**
 * What runs in the guest: {@link dev.uncork.benchmarks.roce.program.RoceProof} gets, {@link
 * dev.uncork.benchmarks.fetch.program.FetchOwner} in the other namespace is read from.
 */
@NullMarked
package dev.uncork.benchmarks.roce.program;

import org.jspecify.annotations.NullMarked;
