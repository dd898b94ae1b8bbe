package dev.uncork.spark.shuffle;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.shuffle.arena.ArenaAccess;
import dev.uncork.spark.shuffle.arena.ArenaResolver;
import dev.uncork.spark.shuffle.arena.HostArenas;
import dev.uncork.spark.shuffle.route.AnsweringResolver;
import dev.uncork.spark.shuffle.route.HostMemory;
import dev.uncork.spark.shuffle.route.RemoteAccess;
import dev.uncork.spark.shuffle.route.RemoteOffers;
import dev.uncork.spark.shuffle.route.RoutedShuffleManager;
import dev.uncork.spark.shuffle.route.SparkVersions;
import dev.uncork.spark.shuffle.write.ArenaComponents;
import dev.uncork.spark.shuffle.write.DirectWriter;
import dev.uncork.spark.shuffle.write.MapOutput;
import dev.uncork.spark.shuffle.write.RowChecksums;
import dev.uncork.spark.shuffle.write.SortedWriter;
import dev.uncork.transport.Arena;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.RecordLog;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.internal.config.package$;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.shuffle.sort.BypassMergeSortShuffleHandle;
import org.apache.spark.shuffle.sort.SerializedShuffleHandle;
import org.apache.spark.shuffle.sort.SortShuffleWriter;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --conf spark.shuffle.manager=dev.uncork.spark.shuffle.UncorkShuffleManager} names: a
 * shuffle like Spark's own, whose map outputs are in memory that other executors of the host read
 * in place. Where that can't be, it is Spark's own. For all threads.
 */
public final class UncorkShuffleManager extends RoutedShuffleManager {
  private static final int LOGS_SHARE = 4;
  private static final long MAX_LOG_BYTES = 256 << 20;

  private final HostArenas neighbours;
  private volatile @Nullable OutputStore store;
  private boolean storeTried;

  /** Made by Spark, in the driver and in each executor. */
  public UncorkShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf, isDriver);
    neighbours = new HostArenas(settings());
    if (!isDriver && SparkEnv.get() != null) {
      Thread early = new Thread(this::start, "uncork-shuffle-start");
      early.setDaemon(true);
      early.start();
    }
  }

  private void start() {
    store();
    access();
  }

  @Override
  protected AnsweringResolver newResolver(Supplier<@Nullable RemoteOffers> offers) {
    return new ArenaResolver(conf(), () -> store, offers);
  }

  @Override
  protected RemoteAccess open() throws IOException {
    return ArenaAccess.open(conf(), settings(), store(), routes());
  }

  @Override
  protected HostMemory neighbours() {
    return neighbours;
  }

  @Override
  protected boolean verifies() {
    return true;
  }

  /** The arena, made when a task first needs it; null if there can't be one. */
  private @Nullable OutputStore store() {
    OutputStore made = store;
    return made != null ? made : makeStore();
  }

  private synchronized @Nullable OutputStore makeStore() {
    if (storeTried || isStopped()) {
      return store;
    }
    storeTried = true;
    String executor = SparkEnv.get().executorId();
    try {
      if (!SparkVersions.canTellStatus()) {
        throw new IOException("this version of Spark is not known; expected 4.0 to 4.3");
      }
      endAtExit();
      Arena arena = Arena.create(settings().arena(executor));
      store = new OutputStore(arena);
      Log.info(
          "executor "
              + executor
              + " keeps map outputs in "
              + settings().parent()
              + ", up to "
              + arena.usage().budgetBytes()
              + " bytes");
    } catch (IOException | RuntimeException | LinkageError e) {
      Log.failed(
          "executor " + executor + " shuffles by files and Netty, as Spark without Uncork", e);
    }
    return store;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public <K, V> ShuffleWriter<K, V> getWriter(
      ShuffleHandle handle, long map, TaskContext task, ShuffleWriteMetricsReporter metrics) {
    ShuffleDependency dependency = ((BaseShuffleHandle) handle).dependency();
    boolean rowChecksums = RowChecksums.of(dependency).wanted();
    OutputStore outputs = rowChecksums && !RowChecksums.known() ? null : store();
    boolean sorted = handle instanceof SerializedShuffleHandle;
    if (outputs == null || sorted && !canJoinStreams()) {
      return super.getWriter(handle, map, task, metrics);
    }
    int partitions = dependency.partitioner().numPartitions();
    boolean combined =
        dependency.mapSideCombine() && !rowChecksums && partitions <= mostDirectPartitions();
    if (sorted || combined || handle instanceof BypassMergeSortShuffleHandle) {
      MapOutput output = new MapOutput(outputs, handle.shuffleId(), map, partitions, routes());
      if (!sorted) {
        return new DirectWriter<>(output, dependency, map, metrics, settings().checksums());
      }
      RecordLog log = new RecordLog(outputs.arena(), partitions, logBytes(outputs));
      return new SortedWriter<>(output, log, dependency, map, metrics, settings().checksums());
    }
    return new SortShuffleWriter(
        (BaseShuffleHandle) handle,
        map,
        task,
        metrics,
        new ArenaComponents(outputs, settings().checksums(), routes()));
  }

  /**
   * Up to so many, Spark writes each partition by a stream of its own where nothing is combined.
   */
  private int mostDirectPartitions() {
    return (Integer) conf().get(package$.MODULE$.SHUFFLE_SORT_BYPASS_MERGE_THRESHOLD());
  }

  /** Tasks that sort at the same time take a quarter of the memory together. */
  private long logBytes(OutputStore outputs) {
    long share = outputs.arena().usage().budgetBytes() / LOGS_SHARE;
    return Math.min(MAX_LOG_BYTES, share / Math.max(1, conf().getInt("spark.executor.cores", 1)));
  }

  /** Whether compressed streams one after the other can be read as one. */
  private boolean canJoinStreams() {
    return !conf().getBoolean("spark.io.encryption.enabled", false)
        && (!conf().getBoolean("spark.shuffle.compress", true)
            || CompressionCodec$.MODULE$.supportsConcatenationOfSerializedStreams(
                CompressionCodec$.MODULE$.createCodec(conf())));
  }

  @Override
  protected void forget(int shuffle) {
    OutputStore outputs = store;
    if (outputs != null) {
      outputs.removeGroup(shuffle);
    }
    neighbours.forget(shuffle);
  }

  @Override
  protected boolean keepsOutputs() {
    return store != null;
  }

  @Override
  protected void closeOutputs() {
    OutputStore outputs = store;
    if (outputs != null) {
      outputs.close();
    }
  }

  @Override
  public void stop() {
    super.stop();
    if (isDriver()) {
      Arena.sweep(settings().parent());
    }
  }
}
