package dev.uncork.spark.shuffle.route;

import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.storage.BlockId;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Finds blocks in Spark's files, and answers what other executors ask. For all threads. */
public class AnsweringResolver extends IndexShuffleBlockResolver {
  private final Supplier<@Nullable RemoteOffers> offers;

  /**
   * Makes one.
   *
   * @param offers what executors of other hosts may ask for, if there is such a thing
   */
  public AnsweringResolver(SparkConf conf, Supplier<@Nullable RemoteOffers> offers) {
    super(conf);
    this.offers = offers;
  }

  @Override
  public ManagedBuffer getBlockData(BlockId id, Option<String[]> directories) {
    return Lookup.is(id) ? Lookup.answer(id, offers.get()) : super.getBlockData(id, directories);
  }
}
