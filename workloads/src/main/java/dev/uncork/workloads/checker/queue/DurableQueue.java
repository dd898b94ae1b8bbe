package dev.uncork.workloads.checker.queue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A {@link StateQueue} most of whose states are on disk, and which writes checkpoints itself. */
public interface DurableQueue {
  /**
   * Holds all workers between two states and makes what is queued then, together with what the
   * caller writes, the checkpoint that replaces the last one. Does nothing if the run is over.
   */
  void checkpoint(Found found) throws IOException, InterruptedException;

  /** What the caller wrote into the checkpoint that the queue began with; null if with none. */
  @Nullable Path recovered();

  /** Writes what the workers have found. */
  @FunctionalInterface
  interface Found {
    void write(OutputStream out) throws IOException;
  }
}
