package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.shuffle.route.RemoteAccess;
import dev.uncork.spark.shuffle.route.RoutedShuffleManager;
import dev.uncork.spark.shuffle.route.UcxLoader;
import java.io.IOException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;

/** Spark's own shuffle, but blocks are fetched by blocking sockets of {@code java.nio}. */
public final class NioShuffleManager extends RoutedShuffleManager {
  /** Made by Spark, in the driver and in each executor. */
  public NioShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf, isDriver);
  }

  @Override
  protected RemoteAccess open() throws IOException {
    UcxLoader.requireMayBeSeen(conf());
    byte[] secret = settings().secretOf("nio");
    String host = SparkEnv.get().blockManager().blockManagerId().host();
    return new RemoteAccess(
        "nio", NioOffers.start(shuffleBlockResolver(), host, secret), new NioReads(secret));
  }
}
