package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * One run of the JDK's parser over a file, in a thread of its own that can be left behind.
 *
 * <p>Events go on in batches to the part of the sink that takes their type; a stalled parser
 * doesn't keep what it has read. How far it got and what stopped it is guarded by this object's
 * monitor, which nobody holds while he waits: the parser may wait for a part that is about to say
 * that it failed.
 */
public final class ChunkParse {
  private static final int BATCH = 512;

  /** How far a part may be behind. */
  private static final int MAX_BATCHES = 16;

  private final Path file;
  private final EventSink<?> sink;
  private final List<Lane> lanes;
  private final Map<String, Optional<Lane>> lanesByType = new HashMap<>();
  private final CountDownLatch done = new CountDownLatch(1);

  /** Held to add to a batch and to hand it over, also while a part is behind. */
  private final Object handing = new Object();

  private long events;
  private @Nullable Damage damage;
  private boolean abandoned;

  /** Nothing yet. */
  public ChunkParse(Path file, EventSink<?> sink) {
    this.file = file;
    this.sink = sink;
    this.lanes = sink.parts().stream().map(Lane::new).toList();
  }

  /** Hands over all events that can be read, and waits for it. */
  public void runUntilDoneOrStalled(Duration stallLimit) {
    Thread thread = daemon(this::run, "uncork-recording-reader");
    thread.start();
    watch(thread, new StallWatch(stallLimit), stallLimit);
    synchronized (handing) {
      lanes.forEach(Lane::handOver);
    }
    lanes.forEach(Lane::end);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void watch(Thread thread, StallWatch watch, Duration stallLimit) {
    try {
      while (!done.await(stallLimit.toMillis(), TimeUnit.MILLISECONDS)) {
        if (watch.isStalled(events(), System.nanoTime(), StallWatch.cpuNanos(thread))) {
          fail(Damage.Known.ENDLESS);
          thread.interrupt();
          return;
        }
      }
    } catch (InterruptedException e) {
      fail(Damage.Known.INTERRUPTED);
      Thread.currentThread().interrupt();
    }
  }

  /** Events that could be read. */
  public synchronized long events() {
    return events;
  }

  /** Events that made no sense; once it has run. */
  public long badEvents() {
    return lanes.stream().mapToLong(lane -> lane.badEvents).sum();
  }

  /** What stopped it, if anything. */
  public synchronized @Nullable Damage damage() {
    return damage;
  }

  private void run() {
    try (RecordingFile events = new RecordingFile(file)) {
      events.readEventTypes().forEach(type -> sink.defineType(type.getId(), type.getName()));
      while (events.hasMoreEvents() && take(events.readEvent())) {
        // take() does the work.
      }
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      fail(new Damage.ParserFailed(reason(e)));
    } finally {
      done.countDown();
    }
  }

  private boolean take(RecordedEvent event) {
    if (!counts()) {
      return false;
    }
    synchronized (handing) {
      lanesByType
          .computeIfAbsent(event.getEventType().getName(), this::laneFor)
          .ifPresent(lane -> lane.add(event));
    }
    return true;
  }

  private Optional<Lane> laneFor(String type) {
    return lanes.stream().filter(lane -> lane.part.takes(type)).findFirst();
  }

  private synchronized boolean counts() {
    events += abandoned ? 0 : 1;
    return !abandoned;
  }

  /** The first reason counts; nothing is taken after it. */
  private synchronized void fail(Damage reason) {
    if (!abandoned) {
      damage = reason;
    }
    abandoned = true;
  }

  /** What went wrong, in one line. */
  public static String reason(Throwable e) {
    String message = e.getMessage();
    return e.getClass().getSimpleName()
        + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
  }

  /** A part of the sink, its thread, and the batch that it gets next. */
  private final class Lane {
    private final EventSink.Part part;
    private final ExecutorService thread =
        Executors.newSingleThreadExecutor(work -> daemon(work, "uncork-recording-sink"));
    private final Semaphore room = new Semaphore(MAX_BATCHES);
    private List<RecordedEvent> batch = new ArrayList<>(BATCH);
    private boolean failed;

    /** Events that made no sense to it; written by its thread, read once that has ended. */
    long badEvents;

    Lane(EventSink.Part part) {
      this.part = part;
    }

    void add(RecordedEvent event) {
      batch.add(event);
      if (batch.size() == BATCH) {
        handOver();
      }
    }

    void handOver() {
      List<RecordedEvent> full = batch;
      batch = new ArrayList<>(BATCH);
      room.acquireUninterruptibly();
      thread.execute(() -> take(full));
    }

    /** Waits until it has taken all that was handed over. */
    void end() {
      CompletableFuture.runAsync(thread::shutdown, thread).join();
    }

    private void take(List<RecordedEvent> events) {
      try {
        badEvents += failed ? 0 : events.stream().filter(event -> !makesSense(event)).count();
      } catch (Error e) { // Such as too little memory: the parser must not wait for ever.
        failed = true;
        fail(new Damage.ParserFailed(reason(e)));
      } finally {
        room.release();
      }
    }

    private boolean makesSense(RecordedEvent event) {
      try {
        return part.accept(event);
      } catch (RuntimeException e) {
        // Fields that the parser made from damaged bytes fail in many ways; the next event may do.
        return false;
      }
    }
  }
}
