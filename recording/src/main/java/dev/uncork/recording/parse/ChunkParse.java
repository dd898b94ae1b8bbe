package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Hands the events of whole chunks to the parts of a sink, chunk by chunk.
 *
 * <p>Each part has a thread, which goes through all events of the chunk and reads the fields of its
 * own. A chunk, or the rest of one, that makes no sense is left out.
 */
public final class ChunkParse {
  private final Path file;
  private final List<ChunkHeader> chunks;
  private final EventSink<?> sink;
  private final List<Lane> lanes;
  private @Nullable Damage damage;

  /**
   * Nothing yet.
   *
   * @param chunks those of the file that are read
   */
  public ChunkParse(Path file, List<ChunkHeader> chunks, EventSink<?> sink) {
    this.file = file;
    this.chunks = chunks;
    this.sink = sink;
    this.lanes = sink.parts().stream().map(Lane::new).toList();
  }

  /** Hands over all events that can be read. */
  public void run() {
    ExecutorService threads = Executors.newFixedThreadPool(lanes.size(), ChunkParse::daemon);
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      TickClock clock = null;
      for (ChunkHeader header : chunks) {
        Chunk chunk = read(in, header, clock);
        if (chunk != null) {
          clock = chunk.clock();
          handOver(chunk, threads);
        }
      }
    } catch (IOException e) {
      fail(e);
    } finally {
      threads.shutdown();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "uncork-recording-reader");
    thread.setDaemon(true);
    return thread;
  }

  private @Nullable Chunk read(
      RandomAccessFile in, ChunkHeader header, @Nullable TickClock before) {
    try {
      return Chunk.read(in, header, before);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      fail(e);
      return null;
    }
  }

  private void handOver(Chunk chunk, ExecutorService threads) {
    for (TypeLayout type : chunk.types().types()) {
      if (type.event) {
        sink.defineType(type.id, type.name);
      }
    }
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (Lane lane : lanes) {
      running.add(CompletableFuture.runAsync(() -> lane.take(chunk), threads));
    }
    running.forEach(CompletableFuture::join);
  }

  /** Events that could be read. */
  public long events() {
    return lanes.get(0).events;
  }

  /** Events that made no sense. */
  public long badEvents() {
    return lanes.stream().mapToLong(lane -> lane.badEvents).sum();
  }

  /** What stopped it in a chunk, if anything. */
  public synchronized @Nullable Damage damage() {
    return damage;
  }

  /** The first reason counts. */
  private synchronized void fail(Throwable e) {
    if (damage == null) {
      damage = e instanceof BadChunk bad ? bad.damage() : new Damage.ParserFailed(reason(e));
    }
  }

  /** What went wrong, in one line. */
  public static String reason(Throwable e) {
    String message = e.getMessage();
    return e.getClass().getSimpleName()
        + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
  }

  /** A part of the sink and how far it got; for one thread at a time. */
  private final class Lane {
    private final EventSink.Part part;
    private boolean failed;

    /** Events of any part. */
    long events;

    /** Events that made no sense to it. */
    long badEvents;

    Lane(EventSink.Part part) {
      this.part = part;
    }

    void take(Chunk chunk) {
      try {
        if (!failed) {
          new ChunkWalk(chunk, this::isOwn).forEach(this::take, () -> events++);
        }
      } catch (RuntimeException e) {
        fail(e);
      } catch (Error e) { // Such as too little memory.
        failed = true;
        fail(e);
      }
    }

    /** Whether no part before this one takes events of a type. */
    private boolean isOwn(String type) {
      return sink.partFor(type).filter(first -> first == part).isPresent();
    }

    private void take(JfrEvent event) {
      try {
        badEvents += part.accept(event) ? 0 : 1;
      } catch (RuntimeException e) {
        // Damaged bytes fail in many ways; the next event may do.
        badEvents++;
      }
    }
  }
}
