package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * One run of the JDK's parser over a file, in a thread of its own that can be left behind.
 *
 * <p>Events go on to the parts of the sink in batches; a stalled parser doesn't keep what it has
 * read. How far it got and what stopped it is guarded by this object's monitor, which nobody holds
 * while he waits: the parser may wait for a part that is about to say that it failed.
 */
public final class ChunkParse {
  private static final int BATCH = 512;

  private final Path file;
  private final EventSink<?> sink;
  private final List<SinkPart> parts;
  private final CountDownLatch done = new CountDownLatch(1);

  /** Held to add to the batch and to hand it over, also while a part is behind. */
  private final Object handing = new Object();

  private List<RecordedEvent> batch = new ArrayList<>(BATCH);
  private long events;
  private @Nullable Damage damage;
  private boolean abandoned;

  /** Nothing yet. */
  public ChunkParse(Path file, EventSink<?> sink) {
    this.file = file;
    this.sink = sink;
    this.parts = sink.parts().stream().map(part -> new SinkPart(part, this::fail)).toList();
  }

  /** Hands over all events that can be read, and waits for it. */
  public void runUntilDoneOrStalled(Duration stallLimit) {
    Thread thread = new Thread(this::run, "uncork-recording-reader");
    thread.setDaemon(true);
    thread.start();
    watch(thread, new StallWatch(stallLimit), stallLimit);
    handOver();
    parts.forEach(SinkPart::end);
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
    return parts.stream().mapToLong(SinkPart::badEvents).sum();
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
      batch.add(event);
      if (batch.size() == BATCH) {
        handOver();
      }
    }
    return true;
  }

  private synchronized boolean counts() {
    events += abandoned ? 0 : 1;
    return !abandoned;
  }

  private void handOver() {
    synchronized (handing) {
      List<RecordedEvent> full = batch;
      if (!full.isEmpty()) {
        batch = new ArrayList<>(BATCH);
        parts.forEach(part -> part.add(full));
      }
    }
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
}
