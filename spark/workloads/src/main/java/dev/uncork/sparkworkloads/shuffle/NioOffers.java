package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.RemoteOffers;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.storage.ShuffleBlockBatchId;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Serves blocks by blocking sockets, a thread for each connection: who connects says the
 * application's secret, then names blocks, and gets the size and the bytes of each.
 */
final class NioOffers implements RemoteOffers {
  private final IndexShuffleBlockResolver blocks;
  private final byte[] secret;
  private final ServerSocketChannel server;
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  private NioOffers(IndexShuffleBlockResolver blocks, byte[] secret, ServerSocketChannel server) {
    this.blocks = blocks;
    this.secret = secret;
    this.server = server;
  }

  static NioOffers start(IndexShuffleBlockResolver blocks, String host, byte[] secret)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getByName(host), 0));
    NioOffers made = new NioOffers(blocks, secret, server);
    thread("uncork-nio-accept", made::accept);
    return made;
  }

  private static void thread(String name, Runnable action) {
    Thread thread = new Thread(action, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (server.isOpen()) {
        SocketChannel client = server.accept();
        open.add(client);
        thread("uncork-nio-serve", () -> serve(client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      DataInputStream in = new DataInputStream(Channels.newInputStream(client));
      byte[] said = new byte[secret.length];
      in.readFully(said);
      if (!MessageDigest.isEqual(said, secret)) {
        return;
      }
      ByteBuffer size = ByteBuffer.allocate(Long.BYTES);
      while (true) {
        ByteBuffer found =
            find(new Blocks(in.readInt(), in.readLong(), in.readInt(), in.readInt()));
        write(client, size.clear().putLong(found == null ? -1 : found.remaining()).flip());
        if (found != null) {
          write(client, found);
        }
      }
    } catch (IOException e) {
      // It has gone.
    } finally {
      open.remove(client);
    }
  }

  private @Nullable ByteBuffer find(Blocks wanted) {
    try {
      ManagedBuffer found =
          blocks.getBlockData(
              new ShuffleBlockBatchId(wanted.shuffle(), wanted.map(), wanted.from(), wanted.to()),
              Option.empty());
      return found.nioByteBuffer();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  /** Host and port. */
  @Override
  public byte[] greeting() {
    try {
      InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
      return (address.getPort() + " " + address.getAddress().getHostAddress())
          .getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  @Override
  public byte @Nullable [] output(int shuffle, long map, int group) {
    return null;
  }

  @Override
  public void forget(int shuffle) {}

  @Override
  public void close() {
    try {
      server.close();
      for (SocketChannel client : open) {
        client.close();
      }
    } catch (IOException e) {
      // Closed enough.
    }
  }
}
