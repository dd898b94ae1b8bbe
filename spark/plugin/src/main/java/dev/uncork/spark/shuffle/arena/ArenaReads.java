package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.FetchRequest;
import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.spark.shuffle.route.RemoteReads;
import dev.uncork.spark.shuffle.route.Routes;
import dev.uncork.transport.Arena;
import dev.uncork.transport.Received;
import dev.uncork.transport.RemoteStore;
import dev.uncork.transport.RemoteStore.Piece;
import dev.uncork.transport.RemoteStore.Slice;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Reads blocks in arenas of executors on other hosts by one-sided gets. For all threads. */
final class ArenaReads extends RemoteReads<RemoteStore> {
  private final Route route;
  private final Arena arena;
  private final Slices slices = new Slices();

  ArenaReads(Route route, Arena arena, int most) {
    super(most);
    this.route = route;
    this.arena = arena;
  }

  @Override
  protected RemoteStore connect(byte[] greeting) {
    try {
      return RemoteStore.connect(route, greeting, arena);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void fetchFrom(RemoteStore peer, FetchRequest fetch, String[] ids) {
    Set<String> unknown = new LinkedHashSet<>();
    for (String id : ids) {
      Blocks blocks = Blocks.named(id);
      if (blocks != null) {
        slices.addUnknown(blocks, unknown);
      }
    }
    fetch
        .ask(unknown.toArray(String[]::new))
        .whenCompleteAsync(
            (answers, failure) -> {
              if (failure != null) {
                // Spark's client will say what is wrong with that executor.
                fetch.byNetty(ids, Routes.Route.NETTY_UNREACHED);
              } else {
                guarded(fetch, ids, () -> readAll(peer, fetch, ids, slices.addAll(answers)));
              }
            },
            threads);
  }

  private void readAll(
      RemoteStore peer, FetchRequest fetch, String[] ids, Map<String, Slice> fresh) {
    List<String> notThere = new ArrayList<>();
    List<String> unknownSegment = new ArrayList<>();
    for (String id : ids) {
      List<Piece> pieces = pieces(id, fresh);
      if (pieces == null) {
        notThere.add(id);
        continue;
      }
      switch (peer.reach(pieces)) {
        case HERE -> read(peer, fetch, id, pieces);
        case NOT_IN_MEMORY -> notThere.add(id);
        case UNKNOWN_SEGMENT -> unknownSegment.add(id);
      }
    }
    fetch.byNetty(notThere.toArray(String[]::new), Routes.Route.NETTY_NOT_IN_ARENA);
    if (!unknownSegment.isEmpty()) {
      learn(peer, fetch, unknownSegment, fresh);
    }
  }

  private @Nullable List<Piece> pieces(String id, Map<String, Slice> fresh) {
    Blocks blocks = Blocks.named(id);
    return blocks == null ? null : slices.pieces(blocks, fresh);
  }

  /** The executor has got more segments since it was met. */
  private void learn(
      RemoteStore peer, FetchRequest fetch, List<String> ids, Map<String, Slice> fresh) {
    fetch
        .ask(Lookup.GREETING)
        .whenCompleteAsync(
            (answers, failure) -> {
              byte[] greeting = failure == null ? answers.get(Lookup.GREETING) : null;
              guarded(
                  fetch,
                  ids.toArray(String[]::new),
                  () -> readLearnt(peer, fetch, ids, fresh, greeting));
            },
            threads);
  }

  private void readLearnt(
      RemoteStore peer,
      FetchRequest fetch,
      List<String> ids,
      Map<String, Slice> fresh,
      byte @Nullable [] greeting) {
    List<String> notThere = new ArrayList<>();
    for (String id : ids) {
      List<Piece> pieces = pieces(id, fresh);
      if (greeting != null && pieces != null && reaches(peer, greeting, pieces)) {
        read(peer, fetch, id, pieces);
      } else {
        notThere.add(id);
      }
    }
    fetch.byNetty(notThere.toArray(String[]::new), Routes.Route.NETTY_NOT_IN_ARENA);
  }

  private static boolean reaches(RemoteStore peer, byte[] greeting, List<Piece> pieces) {
    try {
      peer.learn(greeting);
    } catch (IOException e) {
      return false;
    }
    return peer.reach(pieces) == RemoteStore.Reach.HERE;
  }

  private void read(RemoteStore peer, FetchRequest fetch, String id, List<Piece> pieces) {
    peer.read(pieces)
        .whenComplete(
            (received, failure) -> {
              if (failure != null || received == null) {
                instead(peer, fetch, id, failure);
              } else {
                take(fetch, id, received);
              }
            });
  }

  private static void take(FetchRequest fetch, String id, Received received) {
    try {
      fetch.arrived(id, new ReceivedBuffer(received), Routes.Route.UCX);
    } finally {
      received.release();
    }
  }

  /** Not by the thread that waits for gets, since Spark's client may wait for a connection. */
  private void instead(
      RemoteStore peer, FetchRequest fetch, String id, @Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    Routes.Route why;
    if (cause == null) {
      slices.forget(id);
      why = Routes.Route.NETTY_REMOVED;
    } else if (cause instanceof RemoteStore.NoMemory) {
      why = Routes.Route.NETTY_NO_MEMORY;
    } else {
      why = Routes.Route.NETTY_FAILED;
    }
    try {
      threads.execute(
          () -> {
            if (cause != null && why == Routes.Route.NETTY_FAILED) {
              // Of many blocks on their way from one that died, one line is enough.
              if (peer.isAlive() || giveUp(fetch.executorId(), peer, cause)) {
                Log.failed(
                    "executor " + fetch.executorId() + " can't be read by " + route.name(), cause);
              }
            }
            fetch.byNetty(new String[] {id}, why);
          });
    } catch (RejectedExecutionException e) {
      fetch.listener().onBlockFetchFailure(id, e);
    }
  }

  @Override
  protected void forget(int shuffle) {
    slices.forget(shuffle);
  }
}
