package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.base.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fetches blocks of executors that are reached by another route than Netty, which remains for what
 * that route can't do. Everything that may wait is done by threads of its own. For all threads.
 *
 * @param <P> what is known of such an executor
 */
public abstract class RemoteReads<P extends AutoCloseable> implements AutoCloseable {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Map<String, Known<P>> known = new ConcurrentHashMap<>();

  /** Where what may wait is done. */
  protected final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "uncork-fetch");
            thread.setDaemon(true);
            return thread;
          });

  private final int most;

  /**
   * Knows nobody yet.
   *
   * @param most how many executors to reach; blocks of others are fetched by Netty
   */
  protected RemoteReads(int most) {
    this.most = most;
  }

  /** Somebody who was asked; when that failed, the next time is after a while. */
  private record Known<P>(CompletableFuture<P> peer, long sinceNanos) {
    boolean isOld() {
      return peer.isCompletedExceptionally() && System.nanoTime() - sinceNanos > RETRY_NANOS;
    }
  }

  /** Fetches blocks; returns at once. */
  final void fetch(FetchRequest fetch, String[] ids) {
    if (known.size() >= most && !known.containsKey(fetch.executorId())) {
      fetch.byNetty(ids, Routes.Route.NETTY_TOO_MANY);
      return;
    }
    known
        .compute(
            fetch.executorId(),
            (id, before) ->
                before == null || before.isOld()
                    ? new Known<>(meet(fetch), System.nanoTime())
                    : before)
        .peer()
        .whenCompleteAsync(
            (peer, failure) -> {
              if (failure != null) {
                fetch.byNetty(ids, Routes.Route.NETTY_UNREACHED);
              } else {
                guarded(fetch, ids, () -> fetchFrom(peer, fetch, ids));
              }
            },
            threads);
  }

  /** Whatever goes wrong, Spark must hear of it, since it waits for each block. */
  protected static void guarded(FetchRequest fetch, String[] ids, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      for (String id : ids) {
        fetch.listener().onBlockFetchFailure(id, e);
      }
    }
  }

  /** Asks outside of the map's lock, since Spark's client may wait for a connection. */
  private CompletableFuture<P> meet(FetchRequest fetch) {
    return CompletableFuture.supplyAsync(() -> fetch.ask(Lookup.GREETING), threads)
        .thenCompose(answer -> answer)
        .thenApplyAsync(
            answers -> {
              byte[] greeting = answers.get(Lookup.GREETING);
              if (greeting == null) {
                throw new IllegalStateException("it has nothing of the kind");
              }
              return connect(greeting);
            },
            threads)
        .whenComplete(
            (peer, failure) -> {
              if (failure != null) {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                Log.info(
                    "executor " + fetch.executorId() + " is read by Netty: " + Log.reason(cause));
              }
            });
  }

  /**
   * Connects to an executor.
   *
   * @throws RuntimeException if that can't be
   */
  protected abstract P connect(byte[] greeting);

  /** Fetches blocks; all of them, since who has asked for them waits for all. */
  protected abstract void fetchFrom(P peer, FetchRequest fetch, String[] ids);

  /** From now on, and for a while, this executor is not asked; false if it was so already. */
  protected final boolean giveUp(String executorId, P peer, Throwable reason) {
    Known<P> broken = new Known<>(CompletableFuture.failedFuture(reason), System.nanoTime());
    Known<P> before = known.get(executorId);
    if (before != null
        && !before.peer().isCompletedExceptionally()
        && before.peer().getNow(null) == peer
        && known.replace(executorId, before, broken)) {
      close(peer);
      return true;
    }
    return false;
  }

  private static void close(@Nullable AutoCloseable peer) {
    try {
      if (peer != null) {
        peer.close();
      }
    } catch (Exception e) {
      // It was given up anyway.
    }
  }

  /** Those that are known. */
  protected final List<P> peers() {
    List<P> met = new ArrayList<>();
    for (Known<P> each : known.values()) {
      P peer = each.peer().isCompletedExceptionally() ? null : each.peer().getNow(null);
      if (peer != null) {
        met.add(peer);
      }
    }
    return met;
  }

  /** Forgets a shuffle, which has ended. */
  protected abstract void forget(int shuffle);

  @Override
  public void close() {
    threads.shutdownNow();
    peers().forEach(RemoteReads::close);
    known.clear();
  }
}
