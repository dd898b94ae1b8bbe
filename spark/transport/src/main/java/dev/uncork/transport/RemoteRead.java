package dev.uncork.transport;

import dev.uncork.transport.RemoteStore.Piece;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One reading of parts of a remote output: all gets at once, then the generation. Its memory is
 * given back only when no get is on its way any more. For one thread, then those that call
 * completions.
 */
final class RemoteRead {
  private final Arena arena;
  private final OutputIndex first;
  private final Extents remote = new Extents();
  private final long[] lengths;
  private final long[] checksums;
  private final long size;
  private final Extents local = new Extents();
  private final CompletableFuture<@Nullable Received> end = new CompletableFuture<>();
  private final AtomicInteger onTheirWay = new AtomicInteger(1);
  private volatile @Nullable IOException failure;

  RemoteRead(Arena arena, List<Piece> pieces) {
    this.arena = arena;
    first = pieces.get(0).slice().index();
    int parts = pieces.stream().mapToInt(piece -> piece.to() - piece.from()).sum();
    lengths = new long[parts];
    checksums = new long[parts];
    int part = 0;
    long bytes = 0;
    for (Piece piece : pieces) {
      OutputIndex index = piece.slice().index();
      remote.addAll(index.extentsOf(piece.from(), piece.to()));
      for (int i = piece.from(); i < piece.to(); i++, part++) {
        lengths[part] = index.partStart(i + 1) - index.partStart(i);
        checksums[part] = index.checksums() == Checksums.NONE ? 0 : index.checksum(i);
        bytes += lengths[part];
      }
    }
    size = bytes;
  }

  long size() {
    return size;
  }

  CompletableFuture<@Nullable Received> end() {
    return end;
  }

  /** Chunks for all bytes and, behind them, the generation; false if there are none. */
  boolean takeMemory() {
    for (long left = size + Long.BYTES; left > 0; ) {
      int wanted = Arena.MIN_CHUNK_BYTES;
      while (wanted < left && wanted < Arena.MAX_CHUNK_BYTES) {
        wanted *= 2;
      }
      Arena.Chunk chunk = arena.take(wanted);
      if (chunk == null) {
        giveBack(arena, local);
        return false;
      }
      int used = (int) Math.min(left, chunk.bytes());
      // The generation isn't torn apart: it fits behind the bytes, or is the next chunk's start.
      if (left - used > 0 && left - used < Long.BYTES) {
        used -= Long.BYTES;
      }
      int kept = Arena.wholeChunks(used);
      if (kept < chunk.bytes()) {
        arena.give(chunk.segment(), chunk.offset() + kept, chunk.bytes() - kept);
      }
      local.addApart(chunk.segment(), chunk.offset(), used);
      left -= used;
    }
    return true;
  }

  static void giveBack(Arena arena, Extents chunks) {
    for (int i = 0; i < chunks.count; i++) {
      arena.give(chunks.segment[i], (int) chunks.offset[i], (int) chunks.length[i]);
    }
    chunks.count = 0;
  }

  /** Starts all gets; a piece of memory here and there for each. */
  void start(IntFunction<Route.RemoteSegment> segments, Route.RemoteSegment live) {
    int chunk = 0;
    long used = 0;
    for (int i = 0; i < remote.count; i++) {
      long offset = remote.offset[i];
      for (long left = remote.length[i]; left > 0; ) {
        if (used == local.length[chunk]) {
          chunk++;
          used = 0;
        }
        long piece = Math.min(left, local.length[chunk] - used);
        ByteBuffer into = buffer(chunk, used, piece);
        onTheirWay.incrementAndGet();
        segments.apply(remote.segment[i]).get(offset, into, new Ended(live));
        offset += piece;
        used += piece;
        left -= piece;
      }
    }
    oneEnded(live);
  }

  private ByteBuffer buffer(int chunk, long from, long length) {
    int start = (int) (local.offset[chunk] + from);
    return arena.segment(local.segment[chunk]).position(start).limit((int) (start + length));
  }

  private void oneEnded(Route.RemoteSegment live) {
    if (onTheirWay.decrementAndGet() > 0) {
      return;
    }
    if (failure != null) {
      fail();
      return;
    }
    int last = local.count - 1;
    ByteBuffer generation = buffer(last, local.length[last] - Long.BYTES, Long.BYTES);
    onTheirWay.set(1);
    live.get(
        (long) first.slot() * Long.BYTES,
        generation,
        new Route.Completion() {
          @Override
          public void done() {
            compare(generation.order(ByteOrder.nativeOrder()).getLong(generation.position()));
          }

          @Override
          public void failed(IOException cause) {
            failure = cause;
            fail();
          }
        });
  }

  private void fail() {
    giveBack(arena, local);
    end.completeExceptionally(failure);
  }

  private void compare(long generation) {
    if (generation != first.generation()) {
      giveBack(arena, local);
      end.complete(null);
      return;
    }
    end.complete(Received.of(arena, first.checksums(), lengths, checksums, local, size));
  }

  /** The end of one get of bytes. */
  private final class Ended implements Route.Completion {
    private final Route.RemoteSegment live;

    Ended(Route.RemoteSegment live) {
      this.live = live;
    }

    @Override
    public void done() {
      oneEnded(live);
    }

    @Override
    public void failed(IOException cause) {
      failure = cause;
      oneEnded(live);
    }
  }
}
