package dev.uncork.spark.shuffle;

import dev.uncork.spark.Log;
import dev.uncork.transport.Exports;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.Route;
import java.io.IOException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.jspecify.annotations.Nullable;

/** Opens how executors read each other, by what the settings say and the machine has. */
record Ways(SparkConf conf, ShuffleSettings settings, Routes routes) {

  /**
   * Opens it.
   *
   * @param store the arena, if there is one
   * @throws IOException if there is none; the message is for the user
   */
  OtherWay open(@Nullable OutputStore store, IndexShuffleBlockResolver resolver)
      throws IOException {
    return switch (settings.transport()) {
      case UNCORK -> uncork(store);
      case NAIVE -> naive();
      case NIO -> nio(resolver);
      case NETTY -> throw new IOException("as the settings say");
    };
  }

  private OtherWay uncork(@Nullable OutputStore store) throws IOException {
    if (store == null) {
      throw new IOException("this executor has no arena");
    }
    Route route = UcxLoader.open(conf, settings.ucxTransports());
    try {
      Exports exports =
          Exports.of(
              route,
              store,
              refusal -> Log.failed("Netty serves what is in memory that came later", refusal));
      routes.registrations(() -> new long[] {exports.registrations(), exports.registeredBytes()});
      return new OtherWay(
          route.name(),
          new ArenaOffers(store, exports),
          new ArenaReads(route, store.arena(), settings.ucxPeers()));
    } catch (IOException | RuntimeException e) {
      route.close();
      throw e;
    }
  }

  private OtherWay naive() throws IOException {
    Route route = UcxLoader.open(conf, settings.ucxTransports());
    NaiveOffers offers = new NaiveOffers(route);
    NaiveReads reads = new NaiveReads(route);
    routes.registrations(
        () ->
            new long[] {offers.registrations() + reads.registrations(), offers.registeredBytes()});
    return new OtherWay("naive " + route.name(), offers, reads);
  }

  private OtherWay nio(IndexShuffleBlockResolver resolver) throws IOException {
    UcxLoader.requireMayBeSeen(conf);
    byte[] secret = settings.secretOf("nio");
    String host = SparkEnv.get().blockManager().blockManagerId().host();
    return new OtherWay("nio", NioOffers.start(resolver, host, secret), new NioReads(secret));
  }
}
