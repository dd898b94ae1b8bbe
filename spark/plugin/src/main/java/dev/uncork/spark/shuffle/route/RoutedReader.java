package dev.uncork.spark.shuffle.route;

import java.io.InputStream;
import org.apache.spark.Aggregator;
import org.apache.spark.InterruptibleIterator;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.internal.config.package$;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.ShuffleBlockFetcherIterator;
import org.apache.spark.util.SystemClock;
import org.apache.spark.util.collection.ExternalSorter;
import scala.Option;
import scala.Product2;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * Reads partitions of a shuffle as Spark's own reader does, but through a client of ours. That one
 * takes its client from the block manager, so it can't be told.
 */
final class RoutedReader<K, C> implements ShuffleReader<K, C> {
  private static final package$ CONFIG = package$.MODULE$;
  private static final long MIB = 1L << 20;

  private final ShuffleDependency<K, ?, C> dependency;
  private final Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> blocks;
  private final TaskContext task;
  private final ShuffleReadMetricsReporter metrics;
  private final BlockStoreClient client;
  private final boolean sumsAgain;
  private final SparkConf conf;

  /**
   * Makes one that has asked for nothing yet.
   *
   * @param sumsAgain whether Spark computes checksums of what it reads, as its own reader does. It
   *     compares them with nothing, but tells them to the writer where decompression has failed, by
   *     a call that only its own client can make; blocks in an arena are verified there
   */
  RoutedReader(
      ShuffleDependency<K, ?, C> dependency,
      Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> blocks,
      TaskContext task,
      ShuffleReadMetricsReporter metrics,
      BlockStoreClient client,
      boolean sumsAgain,
      SparkConf conf) {
    this.dependency = dependency;
    this.blocks = blocks;
    this.task = task;
    this.metrics = metrics;
    this.client = client;
    this.sumsAgain = sumsAgain;
    this.conf = conf;
  }

  @Override
  public Iterator<Product2<K, C>> read() {
    Iterator<Object> records = new InterruptibleIterator<>(task, records());
    Iterator<Product2<K, C>> combined = combined(records);
    Iterator<Product2<K, C>> sorted = sorted(combined);
    return sorted instanceof InterruptibleIterator
        ? sorted
        : new InterruptibleIterator<>(task, sorted);
  }

  private Iterator<Object> records() {
    SparkEnv env = SparkEnv.get();
    BlockManager blockManager = env.blockManager();
    ShuffleBlockFetcherIterator streams =
        new ShuffleBlockFetcherIterator(
            task,
            client,
            blockManager,
            env.mapOutputTracker(),
            blocks,
            (BlockId id, InputStream in) -> env.serializerManager().wrapStream(id, in),
            number(CONFIG.REDUCER_MAX_SIZE_IN_FLIGHT()) * MIB,
            (int) number(CONFIG.REDUCER_MAX_REQS_IN_FLIGHT()),
            (int) number(CONFIG.REDUCER_MAX_BLOCKS_IN_FLIGHT_PER_ADDRESS()),
            number(CONFIG.MAX_REMOTE_BLOCK_SIZE_FETCH_TO_MEM()),
            (int) number(CONFIG.SHUFFLE_MAX_ATTEMPTS_ON_NETTY_OOM()),
            flag(CONFIG.SHUFFLE_DETECT_CORRUPT()),
            flag(CONFIG.SHUFFLE_DETECT_CORRUPT_MEMORY()),
            sumsAgain && flag(CONFIG.SHUFFLE_CHECKSUM_ENABLED()),
            String.valueOf((Object) conf.get(CONFIG.SHUFFLE_CHECKSUM_ALGORITHM())),
            metrics,
            inBatches(),
            new SystemClock());
    SerializerInstance serializer = dependency.serializer().newInstance();
    return new Records(streams.toCompletionIterator(), serializer);
  }

  private long number(ConfigEntry<Object> entry) {
    return ((Number) conf.get(entry)).longValue();
  }

  private boolean flag(ConfigEntry<Object> entry) {
    return (Boolean) conf.get(entry);
  }

  /** Whether blocks of successive partitions may come as one. */
  private boolean inBatches() {
    boolean compressed = flag(CONFIG.SHUFFLE_COMPRESS());
    return dependency.serializer().supportsRelocationOfSerializedObjects()
        && (!compressed
            || CompressionCodec$.MODULE$.supportsConcatenationOfSerializedStreams(
                CompressionCodec$.MODULE$.createCodec(conf)))
        && !flag(CONFIG.SHUFFLE_USE_OLD_FETCH_PROTOCOL())
        && !flag(CONFIG.IO_ENCRYPTION_ENABLED());
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Iterator<Product2<K, C>> combined(Iterator records) {
    if (dependency.aggregator().isEmpty()) {
      return records;
    }
    Aggregator aggregator = (Aggregator) ((Option) dependency.aggregator()).get();
    return dependency.mapSideCombine()
        ? aggregator.combineCombinersByKey(records, task)
        : aggregator.combineValuesByKey(records, task);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Iterator<Product2<K, C>> sorted(Iterator<Product2<K, C>> records) {
    if (dependency.keyOrdering().isEmpty()) {
      return records;
    }
    ExternalSorter sorter =
        SparkVersions.sorter(task, dependency.keyOrdering(), dependency.serializer());
    return sorter.insertAllAndUpdateMetrics((Iterator) records);
  }

  /** The records of all blocks; counts them, and merges the task's metrics at the end. */
  private final class Records extends AbstractIterator<Object> {
    private final Iterator<Tuple2<BlockId, InputStream>> streams;
    private final SerializerInstance serializer;
    private @org.jspecify.annotations.Nullable Iterator<Tuple2<Object, Object>> current;
    private boolean merged;

    Records(Iterator<Tuple2<BlockId, InputStream>> streams, SerializerInstance serializer) {
      this.streams = streams;
      this.serializer = serializer;
    }

    @Override
    public boolean hasNext() {
      while (current == null || !current.hasNext()) {
        if (!streams.hasNext()) {
          if (!merged) {
            merged = true;
            task.taskMetrics().mergeShuffleReadMetrics();
          }
          return false;
        }
        current = serializer.deserializeStream(streams.next()._2()).asKeyValueIterator();
      }
      return true;
    }

    @Override
    public Object next() {
      if (!hasNext() || current == null) {
        throw new java.util.NoSuchElementException();
      }
      metrics.incRecordsRead(1);
      return current.next();
    }
  }
}
