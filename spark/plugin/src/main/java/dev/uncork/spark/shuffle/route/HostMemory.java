package dev.uncork.spark.shuffle.route;

import java.io.IOException;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.jspecify.annotations.Nullable;

/** What executors of this host have in memory that this one can read. For all threads. */
public interface HostMemory {
  /** Nobody has anything. */
  HostMemory NONE = executorId -> null;

  /** The map outputs of one executor. */
  interface Outputs {
    /** Blocks as they lie in its memory; null if they aren't there. */
    @Nullable ManagedBuffer find(Blocks blocks) throws IOException;
  }

  /** Null if that executor is on another host, in another container, or has no such memory. */
  @Nullable Outputs of(String executorId);
}
