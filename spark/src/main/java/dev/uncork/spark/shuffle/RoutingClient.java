package dev.uncork.spark.shuffle;

import dev.uncork.spark.Log;
import dev.uncork.transport.PeerStore;
import dev.uncork.transport.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.jspecify.annotations.Nullable;

/**
 * Fetches blocks of other executors: those of this host at once, by looking at their memory, and
 * whatever is not there by Spark's own client. For all threads.
 */
final class RoutingClient extends BlockStoreClient {
  private final BlockStoreClient netty;
  private final Peers peers;
  private final Routes routes;

  RoutingClient(BlockStoreClient netty, Peers peers, Routes routes) {
    this.netty = netty;
    this.peers = peers;
    this.routes = routes;
  }

  @Override
  public void fetchBlocks(
      String host,
      int port,
      String executorId,
      String[] ids,
      BlockFetchingListener listener,
      DownloadFileManager files) {
    PeerStore peer = peers.find(executorId);
    if (peer == null) {
      byNetty(host, port, executorId, ids, listener, files, Routes.Route.NETTY);
      return;
    }
    List<String> missing = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (String id : ids) {
      try {
        ManagedBuffer found = look(peer, id);
        if (found == null) {
          missing.add(id);
        } else {
          routes.asked(Routes.Route.SHARED_MEMORY, 1);
          routes.arrived(Routes.Route.SHARED_MEMORY, found.size());
          listener.onBlockFetchSuccess(id, found);
        }
      } catch (IOException | IllegalArgumentException e) {
        Log.failed("memory of executor " + executorId + " can't be read, Netty fetches " + id, e);
        failed.add(id);
      }
    }
    Routes.Route notThere = Routes.Route.NETTY_NOT_IN_ARENA;
    byNetty(host, port, executorId, missing.toArray(String[]::new), listener, files, notThere);
    Routes.Route broken = Routes.Route.NETTY_FAILED;
    byNetty(host, port, executorId, failed.toArray(String[]::new), listener, files, broken);
  }

  private static @Nullable ManagedBuffer look(PeerStore peer, String id) throws IOException {
    Blocks blocks = Blocks.named(id);
    View view =
        blocks == null
            ? null
            : peer.view(blocks.shuffle(), blocks.map(), blocks.from(), blocks.to());
    return view == null ? null : new OutputBuffer(view.size(), () -> view);
  }

  private void byNetty(
      String host,
      int port,
      String executorId,
      String[] ids,
      BlockFetchingListener listener,
      DownloadFileManager files,
      Routes.Route route) {
    if (ids.length > 0) {
      routes.asked(route, ids.length);
      BlockFetchingListener counting = new CountingListener(listener, route);
      netty.fetchBlocks(host, port, executorId, ids, counting, files);
    }
  }

  /** Not its to close. */
  @Override
  public void close() {}

  private final class CountingListener implements BlockFetchingListener {
    private final BlockFetchingListener to;
    private final Routes.Route route;

    CountingListener(BlockFetchingListener to, Routes.Route route) {
      this.to = to;
      this.route = route;
    }

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
