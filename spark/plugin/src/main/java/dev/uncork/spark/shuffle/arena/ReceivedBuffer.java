package dev.uncork.spark.shuffle.arena;

import dev.uncork.transport.Received;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;

/** Blocks of another host in chunks of this executor, which Spark gives back by releasing it. */
final class ReceivedBuffer extends ManagedBuffer {
  private final Received received;

  ReceivedBuffer(Received received) {
    this.received = received;
  }

  @Override
  public long size() {
    return received.size();
  }

  @Override
  public ByteBuffer nioByteBuffer() throws IOException {
    return received.view().copy();
  }

  @Override
  public InputStream createInputStream() {
    return received.view().stream();
  }

  @Override
  public ManagedBuffer retain() {
    received.retain();
    return this;
  }

  @Override
  public ManagedBuffer release() {
    received.release();
    return this;
  }

  @Override
  public Object convertToNetty() throws IOException {
    return Unpooled.wrappedBuffer(nioByteBuffer());
  }

  @Override
  public Object convertToNettyForSsl() throws IOException {
    return convertToNetty();
  }
}
