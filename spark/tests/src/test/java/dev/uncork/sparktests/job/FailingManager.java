package dev.uncork.sparktests.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleBlockResolver;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleManager;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * Uncork's shuffle, of which every so many-th reading fails as if the executor that has the blocks
 * could not be reached: Spark gives up all of that executor's map outputs and makes them anew.
 */
public final class FailingManager implements ShuffleManager {
  /** Setting: one of so many readings of an executor fails. */
  public static final String ONE_OF = "spark.uncork.test.failOneOf";

  /** Setting: a file that gets a line for each failure. */
  public static final String FAILURES = "spark.uncork.test.failures";

  /** Each makes Spark lose what one executor has done: with more, large stages would never end. */
  private static final int MOST_OF_SHUFFLE = 2;

  private static final AtomicInteger READS = new AtomicInteger();
  private static final Map<Integer, Integer> FAILED = new ConcurrentHashMap<>();

  private final ShuffleManager real;
  private final int oneOf;
  private final String failures;

  /** Made by Spark. */
  public FailingManager(SparkConf conf, boolean isDriver) throws ReflectiveOperationException {
    oneOf = conf.getInt(ONE_OF, 60);
    failures = conf.get(FAILURES, "");
    real =
        (ShuffleManager)
            Class.forName(
                    "dev.uncork.spark.shuffle.UncorkShuffleManager",
                    true,
                    Thread.currentThread().getContextClassLoader())
                .getConstructor(SparkConf.class, boolean.class)
                .newInstance(conf, isDriver);
  }

  @Override
  public <K, V, C> ShuffleHandle registerShuffle(
      int shuffle, ShuffleDependency<K, V, C> dependency) {
    return real.registerShuffle(shuffle, dependency);
  }

  @Override
  public <K, V> ShuffleWriter<K, V> getWriter(
      ShuffleHandle handle, long map, TaskContext task, ShuffleWriteMetricsReporter metrics) {
    return real.getWriter(handle, map, task, metrics);
  }

  @Override
  public <K, C> ShuffleReader<K, C> getReader(
      ShuffleHandle handle,
      int startMap,
      int endMap,
      int startPartition,
      int endPartition,
      TaskContext task,
      ShuffleReadMetricsReporter metrics) {
    ShuffleReader<K, C> reader =
        real.getReader(handle, startMap, endMap, startPartition, endPartition, task, metrics);
    return () -> {
      if (READS.incrementAndGet() % oneOf == 0
          && FAILED.merge(handle.shuffleId(), 1, Integer::sum) <= MOST_OF_SHUFFLE) {
        fail(handle.shuffleId(), startMap, endMap, startPartition, endPartition);
      }
      return reader.read();
    };
  }

  private void fail(int shuffle, int startMap, int endMap, int start, int end) {
    Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> places =
        SparkEnv.get()
            .mapOutputTracker()
            .getMapSizesByExecutorId(shuffle, startMap, endMap, start, end);
    if (places.hasNext()) {
      BlockManagerId place = places.next()._1();
      count();
      throw thrown(
          new FetchFailedException(place, shuffle, -1L, -1, start, "injected by the test", null));
    }
  }

  private void count() {
    if (!failures.isEmpty()) {
      try {
        Files.writeString(
            Path.of(failures), "failed\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Spark's exception is a checked one, which Scala doesn't mind. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E thrown(Throwable failure) throws E {
    throw (E) failure;
  }

  @Override
  public boolean unregisterShuffle(int shuffle) {
    return real.unregisterShuffle(shuffle);
  }

  @Override
  public ShuffleBlockResolver shuffleBlockResolver() {
    return real.shuffleBlockResolver();
  }

  @Override
  public void stop() {
    real.stop();
  }
}
