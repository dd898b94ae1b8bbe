package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.base.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.jspecify.annotations.Nullable;

/**
 * Fetches blocks of other executors: those of this host at once, by looking at their memory, those
 * of other hosts by the route to these if there is one, and whatever is not there by Spark's own
 * client. For all threads.
 */
final class RoutingClient extends BlockStoreClient {
  private final BlockStoreClient netty;
  private final HostMemory neighbours;
  private final @Nullable RemoteReads<?> others;
  private final Routes routes;

  RoutingClient(
      BlockStoreClient netty,
      HostMemory neighbours,
      @Nullable RemoteReads<?> others,
      Routes routes) {
    this.netty = netty;
    this.neighbours = neighbours;
    this.others = others;
    this.routes = routes;
  }

  @Override
  public void fetchBlocks(
      String host,
      int port,
      String executorId,
      String[] ids,
      BlockFetchingListener listener,
      @Nullable DownloadFileManager files) {
    FetchRequest fetch = new FetchRequest(netty, routes, host, port, executorId, listener, files);
    HostMemory.Outputs near = neighbours.of(executorId);
    if (near != null) {
      look(near, fetch, ids);
    } else if (others == null) {
      fetch.byNetty(ids, Routes.Route.NETTY);
    } else if (files != null) {
      fetch.byNetty(ids, Routes.Route.NETTY_TO_FILE);
    } else {
      others.fetch(fetch, ids);
    }
  }

  private static void look(HostMemory.Outputs near, FetchRequest fetch, String[] ids) {
    List<String> missing = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (String id : ids) {
      try {
        ManagedBuffer found = find(near, id);
        if (found == null) {
          missing.add(id);
        } else {
          fetch.arrived(id, found, Routes.Route.SHARED_MEMORY);
        }
      } catch (IOException | IllegalArgumentException e) {
        Log.failed(
            "memory of executor " + fetch.executorId() + " can't be read, Netty fetches " + id, e);
        failed.add(id);
      }
    }
    fetch.byNetty(missing.toArray(String[]::new), Routes.Route.NETTY_NOT_IN_ARENA);
    fetch.byNetty(failed.toArray(String[]::new), Routes.Route.NETTY_FAILED);
  }

  private static @Nullable ManagedBuffer find(HostMemory.Outputs near, String id)
      throws IOException {
    Blocks blocks = Blocks.named(id);
    return blocks == null ? null : near.find(blocks);
  }

  /** Not its to close. */
  @Override
  public void close() {}
}
