package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.base.ExitHook;
import dev.uncork.spark.base.Log;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.sort.SortShuffleManager;
import org.jspecify.annotations.Nullable;

/**
 * A shuffle like Spark's own, whose executors read each other by another route than Netty. For all
 * threads.
 */
public abstract class RoutedShuffleManager extends SortShuffleManager {
  private final SparkConf conf;
  private final ShuffleSettings settings;
  private final Routes routes = new Routes();
  private final boolean driver;
  private final AtomicReference<@Nullable AnsweringResolver> resolver = new AtomicReference<>();
  private final ExitHook atExit = new ExitHook(this::end);
  private volatile @Nullable RemoteAccess access;
  private final Object ending = new Object();
  private boolean exitHooked;
  private boolean accessTried;
  private boolean stopped;

  /** Made by Spark, in the driver and in each executor. */
  protected RoutedShuffleManager(SparkConf conf, boolean isDriver) {
    super(conf);
    this.conf = conf;
    driver = isDriver;
    if (isDriver) {
      ShuffleSettings.prepare(conf);
    }
    settings = ShuffleSettings.of(conf);
    ShuffleCounts.of(routes);
    RouteEvent.of(routes);
  }

  /**
   * Opens how executors of other hosts are read.
   *
   * @throws IOException if there is no such way; the message is for the user
   */
  protected abstract RemoteAccess open() throws IOException;

  /** What finds this executor's blocks. */
  protected AnsweringResolver newResolver(Supplier<@Nullable RemoteOffers> offers) {
    return new AnsweringResolver(conf, offers);
  }

  /** What is read in the memory of executors of this host. */
  protected HostMemory neighbours() {
    return HostMemory.NONE;
  }

  /** Whether blocks are verified where they are read, and Spark needn't do it again. */
  protected boolean verifies() {
    return false;
  }

  /** Forgets a shuffle, which has ended. */
  protected void forget(int shuffle) {}

  /** Whether there are outputs that {@link #closeOutputs} closes. */
  protected boolean keepsOutputs() {
    return false;
  }

  /** Closes where outputs are kept, at the end. */
  protected void closeOutputs() {}

  protected final SparkConf conf() {
    return conf;
  }

  protected final ShuffleSettings settings() {
    return settings;
  }

  protected final Routes routes() {
    return routes;
  }

  protected final boolean isDriver() {
    return driver;
  }

  /** Called by the constructor of the superclass too, before this object has anything. */
  @Override
  public final IndexShuffleBlockResolver shuffleBlockResolver() {
    if (conf == null) {
      return super.shuffleBlockResolver();
    }
    return resolver.updateAndGet(made -> made != null ? made : newResolver(this::offers));
  }

  /** What others ask for; they may ask before this executor has done anything. */
  private @Nullable RemoteOffers offers() {
    RemoteAccess made = access();
    return made == null ? null : made.offers();
  }

  /** How others are read but by Netty, opened when first needed; null if there is no such way. */
  protected final @Nullable RemoteAccess access() {
    RemoteAccess made = access;
    return made != null || driver ? made : makeAccess();
  }

  private synchronized @Nullable RemoteAccess makeAccess() {
    if (accessTried || stopped) {
      return access;
    }
    accessTried = true;
    String executor = SparkEnv.get().executorId();
    try {
      endAtExit();
      RemoteAccess made = open();
      access = made;
      Log.info("executor " + executor + " reads other hosts by " + made.name());
    } catch (IOException | RuntimeException | LinkageError e) {
      Log.info("executor " + executor + " reads other hosts by Netty: " + Log.reason(e));
    }
    return access;
  }

  /** From now on this ends when the JVM does, if Spark doesn't end it before. */
  protected final synchronized void endAtExit() {
    if (!exitHooked) {
      exitHooked = true;
      atExit.add();
    }
  }

  /** Whether it has ended. */
  protected final synchronized boolean isStopped() {
    return stopped;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public final <K, C> ShuffleReader<K, C> getReader(
      ShuffleHandle handle,
      int startMap,
      int endMap,
      int startPartition,
      int endPartition,
      TaskContext task,
      ShuffleReadMetricsReporter metrics) {
    ShuffleDependency dependency = ((BaseShuffleHandle) handle).dependency();
    if (dependency.isShuffleMergeFinalizedMarked()) {
      return super.getReader(handle, startMap, endMap, startPartition, endPartition, task, metrics);
    }
    SparkEnv env = SparkEnv.get();
    RemoteAccess made = access();
    return new RoutedReader<K, C>(
        dependency,
        env.mapOutputTracker()
            .getMapSizesByExecutorId(
                handle.shuffleId(), startMap, endMap, startPartition, endPartition),
        task,
        metrics,
        new RoutingClient(
            env.blockManager().blockStoreClient(),
            neighbours(),
            made == null ? null : made.reads(),
            routes),
        !verifies(),
        conf);
  }

  @Override
  public final boolean unregisterShuffle(int shuffle) {
    forget(shuffle);
    RemoteAccess.forget(access, shuffle);
    return super.unregisterShuffle(shuffle);
  }

  @Override
  public void stop() {
    end();
    atExit.remove();
    super.stop();
  }

  /**
   * Once, whether Spark stops in order or the JVM is told to exit. Who comes second waits for the
   * first: otherwise the JVM would exit in the middle of this, and files be left in memory.
   */
  private void end() {
    synchronized (ending) {
      RemoteAccess made;
      synchronized (this) {
        if (stopped) {
          return;
        }
        stopped = true;
        made = access;
      }
      if (made != null || keepsOutputs()) {
        Log.info("executor's shuffles: " + routes.summary());
      }
      if (made != null) {
        made.close(); // Before the memory that is registered.
      }
      closeOutputs();
    }
  }
}
