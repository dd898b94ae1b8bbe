package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.FetchRequest;
import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.spark.shuffle.route.RemoteReads;
import dev.uncork.spark.shuffle.route.Routes;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks as the first RDMA shuffles did: each into memory that is allocated and registered
 * for it alone, then copied to the heap. For all threads.
 */
final class NaiveReads extends RemoteReads<NaiveReads.Peer> {
  private final Route route;
  private final AtomicLong registrations = new AtomicLong();

  NaiveReads(Route route) {
    super(Integer.MAX_VALUE);
    this.route = route;
  }

  /** An executor, and the map outputs that it has told of. */
  record Peer(Route.Peer connection, Map<String, Output> outputs) implements AutoCloseable {
    @Override
    public void close() {
      connection.close();
    }
  }

  /** A group of parts of a map output. */
  record Output(Route.RemoteSegment memory, ByteBuffer starts) {}

  long registrations() {
    return registrations.get();
  }

  @Override
  protected Peer connect(byte[] greeting) {
    try {
      return new Peer(route.connect(greeting), new ConcurrentHashMap<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void fetchFrom(Peer peer, FetchRequest fetch, String[] ids) {
    Map<String, Blocks> wanted = new HashMap<>();
    Set<String> unknown = new LinkedHashSet<>();
    List<String> others = new ArrayList<>();
    for (String id : ids) {
      Blocks blocks = Blocks.named(id);
      if (blocks == null || Lookup.group(blocks.from()) != Lookup.group(blocks.to() - 1)) {
        others.add(id);
        continue;
      }
      wanted.put(id, blocks);
      if (!peer.outputs().containsKey(question(blocks))) {
        unknown.add(question(blocks));
      }
    }
    fetch.byNetty(others.toArray(String[]::new), Routes.Route.NETTY_NOT_IN_ARENA);
    fetch
        .ask(unknown.toArray(String[]::new))
        .whenCompleteAsync(
            (answers, failure) -> {
              Map<String, byte[]> told = failure == null ? answers : Map.of();
              guarded(fetch, ids, () -> readAll(peer, fetch, wanted, told));
            },
            threads);
  }

  private static String question(Blocks blocks) {
    return Lookup.ofGroup(blocks.shuffle(), blocks.map(), Lookup.group(blocks.from()));
  }

  private void readAll(
      Peer peer, FetchRequest fetch, Map<String, Blocks> wanted, Map<String, byte[]> told) {
    told.forEach(
        (question, answer) -> peer.outputs().computeIfAbsent(question, q -> open(peer, answer)));
    wanted.forEach(
        (id, blocks) -> {
          Output output = peer.outputs().get(question(blocks));
          if (output == null) {
            fetch.byNetty(new String[] {id}, Routes.Route.NETTY_NOT_IN_ARENA);
          } else {
            read(fetch, id, blocks, output);
          }
        });
  }

  private static @Nullable Output open(Peer peer, byte[] answer) {
    ByteBuffer bytes = ByteBuffer.wrap(answer);
    byte[] descriptor = new byte[bytes.getInt()];
    bytes.get(descriptor);
    try {
      return new Output(peer.connection().open(descriptor), bytes.slice());
    } catch (IOException e) {
      return null;
    }
  }

  private void read(FetchRequest fetch, String id, Blocks blocks, Output output) {
    int first = blocks.from() % Lookup.GROUP_PARTS;
    int after = first + blocks.to() - blocks.from();
    long start = output.starts().getLong(first * Long.BYTES);
    int length = (int) (output.starts().getLong(after * Long.BYTES) - start);
    ByteBuffer into = ByteBuffer.allocateDirect(Math.max(1, length)).limit(length);
    Route.Registration registration;
    try {
      registration = route.register(into.duplicate().clear());
      registrations.incrementAndGet();
    } catch (IOException e) {
      FreedBuffers.free(into);
      fetch.byNetty(new String[] {id}, Routes.Route.NETTY_NO_MEMORY);
      return;
    }
    CompletableFuture<Void> end = new CompletableFuture<>();
    output.memory().get(start, into, Route.Completion.of(end));
    end.whenCompleteAsync(
        (nothing, failure) -> {
          byte[] copy = new byte[length];
          into.duplicate().get(copy);
          registration.close();
          FreedBuffers.free(into);
          if (failure == null) {
            fetch.arrived(id, new NioManagedBuffer(ByteBuffer.wrap(copy)), Routes.Route.UCX);
          } else {
            fetch.byNetty(new String[] {id}, Routes.Route.NETTY_FAILED);
          }
        },
        threads);
  }

  @Override
  protected void forget(int shuffle) {
    for (Peer peer : peers()) {
      Lookup.forget(peer.outputs(), shuffle, output -> output.memory().close());
    }
  }
}
