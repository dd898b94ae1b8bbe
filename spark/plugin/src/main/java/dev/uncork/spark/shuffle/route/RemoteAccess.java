package dev.uncork.spark.shuffle.route;

import org.jspecify.annotations.Nullable;

/**
 * How this executor and those of other hosts read each other, where not by Netty.
 *
 * @param name for the log
 * @param offers what it tells them
 * @param reads how it reads theirs
 */
public record RemoteAccess(String name, RemoteOffers offers, RemoteReads<?> reads)
    implements AutoCloseable {
  static void forget(@Nullable RemoteAccess way, int shuffle) {
    if (way != null) {
      way.reads().forget(shuffle);
      way.offers().forget(shuffle);
    }
  }

  @Override
  public void close() {
    reads.close();
    offers.close();
  }
}
