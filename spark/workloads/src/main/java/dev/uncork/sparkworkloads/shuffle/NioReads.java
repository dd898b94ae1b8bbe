package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.FetchRequest;
import dev.uncork.spark.shuffle.route.RemoteReads;
import dev.uncork.spark.shuffle.route.Routes;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.jspecify.annotations.Nullable;

/** Reads blocks from {@link NioOffers} to the heap. For all threads. */
final class NioReads extends RemoteReads<NioReads.Peer> {
  private static final int REQUEST_BYTES = Integer.BYTES * 3 + Long.BYTES;

  /** So many fit into what a socket buffers. */
  private static final int MOST_AT_ONCE = 256;

  private final byte[] secret;

  NioReads(byte[] secret) {
    super(Integer.MAX_VALUE);
    this.secret = secret;
  }

  /** An executor, and connections to it that nobody uses now. */
  record Peer(InetSocketAddress address, ConcurrentLinkedQueue<SocketChannel> idle)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      for (SocketChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
        channel.close();
      }
    }
  }

  @Override
  protected Peer connect(byte[] greeting) {
    String[] words = new String(greeting, StandardCharsets.UTF_8).split(" ", -1);
    try {
      InetAddress host = InetAddress.getByName(words[1]);
      return new Peer(
          new InetSocketAddress(host, Integer.parseInt(words[0])), new ConcurrentLinkedQueue<>());
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException("no address: " + Arrays.toString(words), e);
    }
  }

  @Override
  protected void fetchFrom(Peer peer, FetchRequest fetch, String[] ids) {
    List<String> left = new ArrayList<>(List.of(ids));
    try {
      SocketChannel channel = peer.idle().poll();
      if (channel == null) {
        channel = SocketChannel.open(peer.address());
        NioOffers.write(channel, ByteBuffer.wrap(secret));
      }
      while (!left.isEmpty()) {
        List<String> now = left.subList(0, Math.min(MOST_AT_ONCE, left.size()));
        read(channel, fetch, List.copyOf(now), now);
      }
      peer.idle().add(channel);
    } catch (IOException e) {
      giveUp(fetch.executorId(), peer, e);
    }
    fetch.byNetty(left.toArray(String[]::new), Routes.Route.NETTY_FAILED);
  }

  /** Asks for blocks at once and takes one after the other. */
  private static void read(
      SocketChannel channel, FetchRequest fetch, List<String> ids, List<String> left)
      throws IOException {
    ByteBuffer requests = ByteBuffer.allocate(ids.size() * REQUEST_BYTES);
    for (String id : ids) {
      Blocks blocks = Blocks.named(id);
      if (blocks == null) {
        throw new IOException(id + " is no block of a shuffle");
      }
      requests.putInt(blocks.shuffle()).putLong(blocks.map());
      requests.putInt(blocks.from()).putInt(blocks.to());
    }
    NioOffers.write(channel, requests.flip());
    for (String id : ids) {
      ByteBuffer block = block(channel);
      left.remove(0);
      if (block == null) {
        fetch.byNetty(new String[] {id}, Routes.Route.NETTY_NOT_IN_ARENA);
      } else {
        fetch.listener().onBlockFetchSuccess(id, new NioManagedBuffer(block));
      }
    }
  }

  private static @Nullable ByteBuffer block(SocketChannel channel) throws IOException {
    long size = fill(channel, ByteBuffer.allocate(Long.BYTES)).getLong();
    return size < 0 ? null : fill(channel, ByteBuffer.allocate((int) size));
  }

  private static ByteBuffer fill(SocketChannel channel, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw new EOFException("the executor has closed the connection");
      }
    }
    return into.flip();
  }

  @Override
  protected void forget(int shuffle) {}
}
