package dev.uncork.recording.read;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * One run of the JDK's parser over a file, in a thread of its own that can be left behind.
 *
 * <p>All state is guarded by this object's monitor; the parser itself runs outside of it, so that a
 * stalled parser doesn't keep the results.
 */
final class ChunkParse {
  private final Path file;
  private final EventSink<?> sink;
  private final CountDownLatch done = new CountDownLatch(1);
  private long events;
  private long badEvents;
  private @Nullable Damage damage;
  private boolean abandoned;

  ChunkParse(Path file, EventSink<?> sink) {
    this.file = file;
    this.sink = sink;
  }

  void runUntilDoneOrStalled(Duration stallLimit) {
    Thread thread = new Thread(this::run, "uncork-recording-reader");
    thread.setDaemon(true);
    thread.start();
    StallWatch watch = new StallWatch(stallLimit);
    try {
      while (!done.await(stallLimit.toMillis(), TimeUnit.MILLISECONDS)) {
        if (watch.isStalled(events(), System.nanoTime(), StallWatch.cpuNanos(thread))) {
          abandon(Damage.Known.ENDLESS);
          thread.interrupt();
          return;
        }
      }
    } catch (InterruptedException e) {
      abandon(Damage.Known.INTERRUPTED);
      Thread.currentThread().interrupt();
    }
  }

  synchronized long events() {
    return events;
  }

  synchronized long badEvents() {
    return badEvents;
  }

  /** What stopped it, if anything. */
  synchronized @Nullable Damage damage() {
    return damage;
  }

  /** Calls with what was read, which a parser that was left behind no longer changes. */
  synchronized <T> T result(Supplier<T> result) {
    return result.get();
  }

  private void run() {
    try (RecordingFile events = new RecordingFile(file)) {
      defineTypes(events.readEventTypes());
      while (events.hasMoreEvents() && take(events.readEvent())) {
        // take() does the work.
      }
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      fail(new Damage.ParserFailed(RecordingReader.reason(e)));
    } finally {
      done.countDown();
    }
  }

  private synchronized void defineTypes(List<EventType> types) {
    types.forEach(type -> sink.defineType(type.getId(), type.getName()));
  }

  private synchronized boolean take(RecordedEvent event) {
    if (abandoned) {
      return false;
    }
    events++;
    try {
      if (!sink.accept(event)) {
        badEvents++;
      }
    } catch (RuntimeException e) {
      // Fields that the parser made from damaged bytes fail in many ways; the next event may do.
      badEvents++;
    }
    return true;
  }

  private synchronized void fail(Damage reason) {
    if (!abandoned) {
      damage = reason;
    }
  }

  private synchronized void abandon(Damage reason) {
    abandoned = true;
    damage = reason;
  }
}
