package dev.uncork.benchmarks.fetch.program;

import java.nio.ByteBuffer;

/** A way to get blocks, for one thread. */
interface Fetch extends AutoCloseable {
  /**
   * Gets a block.
   *
   * @return its bytes, in one or several buffers, until the next call
   */
  ByteBuffer[] get(long offset, int size) throws Exception;

  @Override
  void close() throws Exception;
}
