package dev.uncork.spark.shuffle;

import dev.uncork.spark.ExitHook;
import dev.uncork.spark.Log;
import dev.uncork.transport.Arena;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.RecordLog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.internal.config.package$;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.shuffle.sort.BypassMergeSortShuffleHandle;
import org.apache.spark.shuffle.sort.SerializedShuffleHandle;
import org.apache.spark.shuffle.sort.SortShuffleManager;
import org.apache.spark.shuffle.sort.SortShuffleWriter;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --conf spark.shuffle.manager=dev.uncork.spark.shuffle.UncorkShuffleManager} names: a
 * shuffle like Spark's own, whose map outputs are in memory that other executors of the host read
 * in place. Where that can't be, it is Spark's own. For all threads.
 */
public final class UncorkShuffleManager extends SortShuffleManager {
  private static final int LOGS_SHARE = 4;
  private static final long MAX_LOG_BYTES = 256 << 20;

  private final SparkConf conf;
  private final ShuffleSettings settings;
  private final Peers peers;
  private final Routes routes = new Routes();
  private final boolean driver;
  private final AtomicReference<@Nullable ArenaResolver> resolver = new AtomicReference<>();
  private volatile @Nullable OutputStore store;
  private final ExitHook atExit = new ExitHook(this::endStore);
  private volatile @Nullable OtherWay otherWay;
  private final Object ending = new Object();
  private boolean exitHooked;
  private boolean storeTried;
  private boolean wayTried;
  private boolean stopped;

  /** Made by Spark, in the driver and in each executor. */
  public UncorkShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf);
    this.conf = conf;
    driver = isDriver;
    if (isDriver) {
      ShuffleSettings.prepare(conf);
    }
    settings = ShuffleSettings.of(conf);
    peers = new Peers(settings);
    ShuffleCounts.of(routes);
    RouteEvent.of(routes);
    if (!isDriver && SparkEnv.get() != null && settings.transport() == Transport.UNCORK) {
      Thread early = new Thread(this::start, "uncork-shuffle-start");
      early.setDaemon(true);
      early.start();
    }
  }

  /** Called by the constructor of the superclass too, before this object has anything. */
  @Override
  public IndexShuffleBlockResolver shuffleBlockResolver() {
    if (conf == null) {
      return super.shuffleBlockResolver();
    }
    return resolver.updateAndGet(
        made -> made != null ? made : new ArenaResolver(conf, () -> store, this::offers));
  }

  private void start() {
    store();
    way();
  }

  /** The arena, made when a task first needs it; null if there can't be one. */
  private @Nullable OutputStore store() {
    if (settings.transport() != Transport.UNCORK) {
      return null;
    }
    OutputStore made = store;
    return made != null ? made : makeStore();
  }

  private void endAtExit() {
    if (!exitHooked) {
      exitHooked = true;
      atExit.add();
    }
  }

  /** What others ask for; they may ask before this executor has done anything. */
  private @Nullable Offers offers() {
    OtherWay way = way();
    return way == null ? null : way.offers();
  }

  /** How others are read but by Netty, opened when first needed; null if there is no such way. */
  private @Nullable OtherWay way() {
    OtherWay made = otherWay;
    boolean none = driver || settings.transport() == Transport.NETTY;
    return made != null || none ? made : makeWay();
  }

  private synchronized @Nullable OtherWay makeWay() {
    if (wayTried || stopped) {
      return otherWay;
    }
    wayTried = true;
    String executor = SparkEnv.get().executorId();
    try {
      endAtExit();
      OtherWay made = new Ways(conf, settings, routes).open(store(), shuffleBlockResolver());
      otherWay = made;
      Log.info("executor " + executor + " reads other hosts by " + made.name());
    } catch (IOException | RuntimeException | LinkageError e) {
      Log.info("executor " + executor + " reads other hosts by Netty: " + Log.reason(e));
    }
    return otherWay;
  }

  private synchronized @Nullable OutputStore makeStore() {
    if (storeTried || stopped) {
      return store;
    }
    storeTried = true;
    String executor = SparkEnv.get().executorId();
    try {
      if (!SparkVersions.canTellStatus()) {
        throw new IOException("this version of Spark is not known; expected 4.0 to 4.3");
      }
      endAtExit();
      Arena arena = Arena.create(settings.arena(executor));
      store = new OutputStore(arena);
      Log.info(
          "executor "
              + executor
              + " keeps map outputs in "
              + settings.parent()
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
      MapOutput output = new MapOutput(outputs, handle.shuffleId(), map, partitions, routes);
      if (!sorted) {
        return new DirectWriter<>(output, dependency, map, metrics, settings.checksums());
      }
      RecordLog log = new RecordLog(outputs.arena(), partitions, logBytes(outputs));
      return new SortedWriter<>(output, log, dependency, map, metrics, settings.checksums());
    }
    return new SortShuffleWriter(
        (BaseShuffleHandle) handle,
        map,
        task,
        metrics,
        new ArenaComponents(outputs, settings.checksums(), routes));
  }

  /**
   * Up to so many, Spark writes each partition by a stream of its own where nothing is combined.
   */
  private int mostDirectPartitions() {
    return (Integer) conf.get(package$.MODULE$.SHUFFLE_SORT_BYPASS_MERGE_THRESHOLD());
  }

  /** Tasks that sort at the same time take a quarter of the memory together. */
  private long logBytes(OutputStore outputs) {
    long share = outputs.arena().usage().budgetBytes() / LOGS_SHARE;
    return Math.min(MAX_LOG_BYTES, share / Math.max(1, conf.getInt("spark.executor.cores", 1)));
  }

  /** Whether compressed streams one after the other can be read as one. */
  private boolean canJoinStreams() {
    return !conf.getBoolean("spark.io.encryption.enabled", false)
        && (!conf.getBoolean("spark.shuffle.compress", true)
            || CompressionCodec$.MODULE$.supportsConcatenationOfSerializedStreams(
                CompressionCodec$.MODULE$.createCodec(conf)));
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public <K, C> ShuffleReader<K, C> getReader(
      ShuffleHandle handle,
      int startMap,
      int endMap,
      int startPartition,
      int endPartition,
      TaskContext task,
      ShuffleReadMetricsReporter metrics) {
    ShuffleDependency dependency = ((BaseShuffleHandle) handle).dependency();
    if (dependency.isShuffleMergeFinalizedMarked() || settings.transport() == Transport.NETTY) {
      return super.getReader(handle, startMap, endMap, startPartition, endPartition, task, metrics);
    }
    SparkEnv env = SparkEnv.get();
    return new RoutedReader<K, C>(
        dependency,
        env.mapOutputTracker()
            .getMapSizesByExecutorId(
                handle.shuffleId(), startMap, endMap, startPartition, endPartition),
        task,
        metrics,
        new RoutingClient(env.blockManager().blockStoreClient(), peers, reads(), routes),
        settings.transport() != Transport.UNCORK,
        conf);
  }

  private @Nullable OtherHosts<?> reads() {
    OtherWay way = way();
    return way == null ? null : way.reads();
  }

  @Override
  public boolean unregisterShuffle(int shuffle) {
    OutputStore outputs = store;
    if (outputs != null) {
      outputs.removeGroup(shuffle);
    }
    peers.forget(shuffle);
    OtherWay.forget(otherWay, shuffle);
    return super.unregisterShuffle(shuffle);
  }

  @Override
  public void stop() {
    endStore();
    atExit.remove();
    if (driver) {
      Arena.sweep(settings.parent());
    }
    super.stop();
  }

  /**
   * Once, whether Spark stops in order or the JVM is told to exit. Who comes second waits for the
   * first: otherwise the JVM would exit in the middle of this, and files be left in memory.
   */
  private void endStore() {
    synchronized (ending) {
      endStoreOnce();
    }
  }

  private void endStoreOnce() {
    OutputStore endingStore;
    OtherWay endingWay;
    synchronized (this) {
      endingStore = stopped ? null : store;
      endingWay = stopped ? null : otherWay;
      stopped = true;
    }
    if (endingStore != null || endingWay != null) {
      Log.info("executor's shuffles: " + routes.summary());
    }
    if (endingWay != null) {
      endingWay.close(); // Before the memory that is registered.
    }
    if (endingStore != null) {
      endingStore.close();
    }
  }
}
