/**
 * Map outputs in shared memory: found by this executor ({@link
 * dev.uncork.spark.shuffle.arena.ArenaResolver}), by others of the host ({@link
 * dev.uncork.spark.shuffle.arena.HostArenas}), and from other hosts ({@link
 * dev.uncork.spark.shuffle.arena.ArenaAccess}). For all threads.
 */
@NullMarked
package dev.uncork.spark.shuffle.arena;

import org.jspecify.annotations.NullMarked;
