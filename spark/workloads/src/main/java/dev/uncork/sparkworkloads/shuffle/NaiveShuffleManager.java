package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.shuffle.route.RemoteAccess;
import dev.uncork.spark.shuffle.route.RoutedShuffleManager;
import dev.uncork.spark.shuffle.route.UcxLoader;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import org.apache.spark.SparkConf;

/**
 * A shuffle by RDMA as the first ones did it: Spark's files are mapped and registered one by one,
 * and each block is gotten into memory that is allocated and registered for it alone. Over what
 * {@code spark.uncork.shuffle.ucx.tls} says.
 */
public final class NaiveShuffleManager extends RoutedShuffleManager {
  /** Made by Spark, in the driver and in each executor. */
  public NaiveShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf, isDriver);
  }

  @Override
  protected RemoteAccess open() throws IOException {
    Route route = UcxLoader.open(conf(), settings().ucxTransports());
    NaiveOffers offers = new NaiveOffers(route);
    NaiveReads reads = new NaiveReads(route);
    routes()
        .registrations(
            () ->
                new long[] {
                  offers.registrations() + reads.registrations(), offers.registeredBytes()
                });
    return new RemoteAccess("naive " + route.name(), offers, reads);
  }
}
