package dev.uncork.spark.shuffle.arena;

import dev.uncork.transport.View;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;

/**
 * Parts of a map output as Spark passes them around. They are opened when they are read: what Spark
 * forgets to release holds no memory. For all threads.
 */
final class OutputBuffer extends ManagedBuffer {
  private final long size;
  private final Source source;

  OutputBuffer(long size, Source source) {
    this.size = size;
    this.source = source;
  }

  /** Where it comes from. */
  interface Source {
    /** Opens it. */
    View open() throws IOException;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public ByteBuffer nioByteBuffer() throws IOException {
    return source.open().copy();
  }

  @Override
  public InputStream createInputStream() throws IOException {
    return source.open().stream();
  }

  @Override
  public ManagedBuffer retain() {
    return this;
  }

  @Override
  public ManagedBuffer release() {
    return this;
  }

  @Override
  public Object convertToNetty() throws IOException {
    return new ViewRegion(source.open());
  }

  /** Encrypted anyway, so copied. */
  @Override
  public Object convertToNettyForSsl() throws IOException {
    return Unpooled.wrappedBuffer(nioByteBuffer());
  }
}
