package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.shuffle.route.RemoteAccess;
import dev.uncork.spark.shuffle.route.Routes;
import dev.uncork.spark.shuffle.route.ShuffleSettings;
import dev.uncork.spark.shuffle.route.UcxLoader;
import dev.uncork.transport.ExportedSegments;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;

/** Opens how executors of different hosts read each other's arenas: by UCX. */
public final class ArenaAccess {
  private ArenaAccess() {}

  /**
   * Opens it.
   *
   * @param store the arena, if there is one
   * @throws IOException if there is no such way; the message is for the user
   */
  public static RemoteAccess open(
      SparkConf conf, ShuffleSettings settings, @Nullable OutputStore store, Routes routes)
      throws IOException {
    if (store == null) {
      throw new IOException("this executor has no arena");
    }
    Route route = UcxLoader.open(conf, settings.ucxTransports());
    try {
      ExportedSegments exports =
          ExportedSegments.of(
              route,
              store,
              refusal -> Log.failed("Netty serves what is in memory that came later", refusal));
      routes.registrations(() -> new long[] {exports.registrations(), exports.registeredBytes()});
      return new RemoteAccess(
          route.name(),
          new ArenaOffers(store, exports),
          new ArenaReads(route, store.arena(), settings.ucxPeers()));
    } catch (IOException | RuntimeException e) {
      route.close();
      throw e;
    }
  }
}
