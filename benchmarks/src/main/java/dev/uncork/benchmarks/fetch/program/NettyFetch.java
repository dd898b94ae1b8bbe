package dev.uncork.benchmarks.fetch.program;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.ChunkReceivedCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.server.NoOpRpcHandler;
import org.jspecify.annotations.Nullable;

/** Fetches chunks as Spark's shuffle does, over TCP. */
final class NettyFetch implements Fetch, ChunkReceivedCallback {
  private final TransportContext context;
  private final TransportClientFactory factory;
  private final TransportClient client;
  private CompletableFuture<ManagedBuffer> chunk = new CompletableFuture<>();
  private @Nullable ManagedBuffer held;
  private @Nullable ByteBuf bytes;

  NettyFetch(String mode, int port) throws Exception {
    context = new TransportContext(NettyBlocks.conf(mode), new NoOpRpcHandler(), true);
    factory = context.createClientFactory();
    client = factory.createClient("127.0.0.1", port);
  }

  @Override
  public ByteBuffer[] get(long offset, int size) throws Exception {
    release();
    chunk = new CompletableFuture<>();
    client.fetchChunk(size, (int) (offset / size), this);
    ManagedBuffer buffer = chunk.get();
    held = buffer;
    ByteBuf netty = (ByteBuf) buffer.convertToNetty();
    bytes = netty;
    return netty.nioBuffers();
  }

  @Override
  public void onSuccess(int number, ManagedBuffer buffer) {
    chunk.complete(buffer.retain());
  }

  @Override
  public void onFailure(int number, Throwable cause) {
    chunk.completeExceptionally(cause);
  }

  private void release() {
    if (bytes != null && held != null) {
      bytes.release();
      held.release();
    }
  }

  @Override
  public void close() {
    release();
    client.close();
    factory.close();
    context.close();
  }
}
