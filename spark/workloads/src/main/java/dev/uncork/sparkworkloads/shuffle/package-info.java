/**
 * Shuffles to compare Uncork's with: {@link dev.uncork.sparkworkloads.shuffle.NaiveShuffleManager}
 * and {@link dev.uncork.sparkworkloads.shuffle.NioShuffleManager}. Both write by Spark's own
 * writers and ask executors as Uncork's does. For all threads.
 */
@NullMarked
package dev.uncork.sparkworkloads.shuffle;

import org.jspecify.annotations.NullMarked;
