package dev.uncork.concurrent;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive units of a {@link Frontier} on their way to disk, or there. Fields but the path,
 * which never changes, are guarded by the worklist's lock.
 */
final class SpillBatch {
  final Path file;
  final int count;

  /** The units while they are also, or only, in memory: until the file is complete. */
  @Nullable Object @Nullable [] units;

  /** A taker needed the units before the file was complete: the writer deletes it. */
  boolean reclaimed;

  /** The last checkpoint names the file, so it stays until the next one. */
  boolean pinned;

  SpillBatch(Path file, int count, @Nullable Object @Nullable [] units) {
    this.file = file;
    this.count = count;
    this.units = units;
  }
}
