package dev.uncork.spark.shuffle.route;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.jspecify.annotations.Nullable;

/**
 * One request of Spark's for blocks of another executor. For all threads.
 *
 * @param netty Spark's own client
 * @param files where Spark wants large blocks to go, or null
 */
public record FetchRequest(
    BlockStoreClient netty,
    Routes routes,
    String host,
    int port,
    String executorId,
    BlockFetchingListener listener,
    @Nullable DownloadFileManager files) {

  /** Has Spark's own client fetch blocks. */
  public void byNetty(String[] ids, Routes.Route route) {
    if (ids.length > 0) {
      routes.asked(route, ids.length);
      netty.fetchBlocks(host, port, executorId, ids, new Counting(listener, routes, route), files);
    }
  }

  /** A block has come by a route. */
  public void arrived(String id, ManagedBuffer block, Routes.Route route) {
    routes.asked(route, 1);
    routes.arrived(route, block.size());
    listener.onBlockFetchSuccess(id, block);
  }

  /**
   * Asks the executor things, all of which it answers, or the future fails.
   *
   * @return the answers by their questions
   */
  public CompletableFuture<Map<String, byte[]>> ask(String... questions) {
    CompletableFuture<Map<String, byte[]>> end = new CompletableFuture<>();
    if (questions.length == 0) {
      end.complete(Map.of());
      return end;
    }
    netty.fetchBlocks(host, port, executorId, questions, new Answers(questions.length, end), null);
    return end;
  }

  /** Puts answers together; those that say "nothing" are left out. */
  private static final class Answers implements BlockFetchingListener {
    private final CompletableFuture<Map<String, byte[]>> end;
    private final Map<String, byte[]> found = new ConcurrentHashMap<>();
    private final AtomicInteger missing;

    Answers(int questions, CompletableFuture<Map<String, byte[]>> end) {
      this.end = end;
      missing = new AtomicInteger(questions);
    }

    @Override
    public void onBlockFetchSuccess(String id, ManagedBuffer data) {
      try {
        ByteBuffer answer = data.nioByteBuffer().duplicate();
        byte[] bytes = Lookup.read(answer);
        if (bytes != null) {
          found.put(id, bytes);
        }
        if (missing.decrementAndGet() == 0) {
          end.complete(found);
        }
      } catch (IOException e) {
        end.completeExceptionally(e);
      }
    }

    @Override
    public void onBlockFetchFailure(String id, Throwable reason) {
      end.completeExceptionally(reason);
    }
  }

  /** Counts what Spark's own client brings. */
  private record Counting(BlockFetchingListener to, Routes routes, Routes.Route route)
      implements BlockFetchingListener {
    @Override
    public void onBlockFetchSuccess(String id, ManagedBuffer data) {
      routes.arrived(route, data.size());
      to.onBlockFetchSuccess(id, data);
    }

    @Override
    public void onBlockFetchFailure(String id, Throwable reason) {
      to.onBlockFetchFailure(id, reason);
    }
  }
}
