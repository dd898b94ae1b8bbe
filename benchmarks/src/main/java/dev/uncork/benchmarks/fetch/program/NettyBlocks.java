package dev.uncork.benchmarks.fetch.program;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.buffer.FileSegmentManagedBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.server.TransportServer;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;

/** Spark's own block server, with parts of one file as blocks: stream = size, chunk = number. */
final class NettyBlocks implements AutoCloseable {
  private final TransportContext context;
  private final TransportServer server;

  NettyBlocks(String mode, Path file) {
    TransportConf conf = conf(mode);
    context = new TransportContext(conf, new Blocks(conf, file), true);
    server = context.createServer("127.0.0.1", 0, List.of());
  }

  /** As Spark's block transfer has it, apart from the mode: {@code nio} or {@code epoll}. */
  static TransportConf conf(String mode) {
    return new TransportConf(
        "shuffle", new MapConfigProvider(Map.of("spark.shuffle.io.mode", mode)));
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.close();
    context.close();
  }

  private static final class Blocks extends RpcHandler {
    private final StreamManager streams;

    Blocks(TransportConf conf, Path file) {
      streams =
          new StreamManager() {
            @Override
            public ManagedBuffer getChunk(long size, int number) {
              return new FileSegmentManagedBuffer(conf, file.toFile(), number * size, size);
            }
          };
    }

    @Override
    public void receive(TransportClient client, ByteBuffer message, RpcResponseCallback callback) {
      callback.onFailure(new UnsupportedOperationException("blocks only"));
    }

    @Override
    public StreamManager getStreamManager() {
      return streams;
    }
  }
}
