/**
 * What Uncork says of programs that others wrote, and whether it is true: each has a known cause of
 * its waits, and a change that takes the cause away. Start at {@link
 * dev.uncork.benchmarks.waits.WaitsBenchmark}. One thread.
 */
@NullMarked
package dev.uncork.benchmarks.waits;

import org.jspecify.annotations.NullMarked;
