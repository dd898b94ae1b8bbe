package dev.uncork.sparkworkloads;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.buffer.FileSegmentManagedBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.ChunkReceivedCallback;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.server.OneForOneStreamManager;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.server.TransportServer;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;

/** Fetches blocks of a file as executors do, over Spark's Netty transport and the loopback. */
final class NettyTransfer implements AutoCloseable {
  private static final String APPLICATION = "fetch";

  private final TransportConf conf = new TransportConf("shuffle", MapConfigProvider.EMPTY);
  private final OneForOneStreamManager streams = new OneForOneStreamManager();
  private final TransportContext context;
  private final TransportServer server;
  private final TransportClientFactory clients;
  private final TransportClient client;
  private final File file;

  NettyTransfer(File file) throws IOException, InterruptedException {
    this.file = file;
    context = new TransportContext(conf, new Serving());
    server = context.createServer("127.0.0.1", 0, List.of());
    clients = context.createClientFactory(List.of());
    client = clients.createClient("127.0.0.1", server.getPort());
  }

  /** Fetches the start of the file again and again, and reads each into a buffer. */
  long fetch(int size, int count, byte[] into)
      throws IOException, InterruptedException, ExecutionException {
    Iterator<ManagedBuffer> blocks =
        Stream.generate(() -> (ManagedBuffer) new FileSegmentManagedBuffer(conf, file, 0, size))
            .limit(count)
            .iterator();
    long stream = streams.registerStream(APPLICATION, blocks, client.getChannel());
    long sum = 0;
    for (int i = 0; i < count; i++) {
      CompletableFuture<ManagedBuffer> arrived = new CompletableFuture<>();
      client.fetchChunk(stream, i, new Arrival(arrived));
      ManagedBuffer block = arrived.get();
      try (InputStream in = block.createInputStream()) {
        sum += FetchCommand.read(in, into);
      }
      block.release();
    }
    return sum;
  }

  @Override
  public void close() {
    clients.close();
    server.close();
    context.close();
  }

  private record Arrival(CompletableFuture<ManagedBuffer> to) implements ChunkReceivedCallback {
    @Override
    public void onSuccess(int index, ManagedBuffer block) {
      block.retain();
      to.complete(block);
    }

    @Override
    public void onFailure(int index, Throwable reason) {
      to.completeExceptionally(reason);
    }
  }

  private final class Serving extends RpcHandler {
    @Override
    public void receive(TransportClient from, ByteBuffer message, RpcResponseCallback answer) {
      answer.onFailure(new UnsupportedOperationException("only chunks are served"));
    }

    @Override
    public StreamManager getStreamManager() {
      return streams;
    }
  }
}
