package dev.uncork.cli.live;

import dev.uncork.protocol.EventName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The events of one observed JVM as it writes them, with a delay of about a second.
 *
 * <p>JFR's event stream reads the chunks in the JVM's repository, segment by segment. The parser of
 * JDK 17 forgets the strings of earlier segments as soon as a segment brings new ones, and then
 * hands out null; the one of JDK 25 doesn't. So events are taken a segment at a time, and a segment
 * with such holes is read again by a new stream, which begins with all strings. It can go when this
 * command needs a newer JDK.
 *
 * <p>It ends by {@link #close}, since a stream can't tell when a JVM has died. The stream's thread
 * does all the work; only {@code stream} and {@code closed} are shared, under this object's
 * monitor.
 */
public final class LiveFeed implements AutoCloseable {
  private static final int MAX_RETRIES = 2;

  private final Path repository;
  private final Consumer<RecordedEvent> events;
  private Instant delivered;
  private int retries;
  private boolean closed;
  private @Nullable EventStream stream;

  private LiveFeed(Path repository, Instant since, Consumer<RecordedEvent> events) {
    this.repository = repository;
    this.delivered = since;
    this.events = events;
  }

  /**
   * Begins to read.
   *
   * @param repository where the JVM puts its chunks
   * @param since events before are left out
   * @param events takes each event, which is not reused, on the feed's thread
   */
  public static LiveFeed open(Path repository, Instant since, Consumer<RecordedEvent> events)
      throws IOException {
    LiveFeed feed = new LiveFeed(repository, since, events);
    feed.begin();
    return feed;
  }

  private synchronized void begin() throws IOException {
    if (closed) {
      return;
    }
    List<RecordedEvent> segment = new ArrayList<>();
    EventStream next = EventStream.openRepository(repository);
    next.setReuse(false);
    next.setOrdered(false);
    next.setStartTime(delivered);
    next.onEvent(segment::add);
    next.onFlush(() -> take(next, segment));
    next.onError(
        failure -> {
          // One event that makes no sense; the next one may.
        });
    stream = next;
    next.startAsync();
  }

  private void take(EventStream from, List<RecordedEvent> segment) {
    if (segment.isEmpty() || !isCurrent(from)) {
      return;
    }
    if (retries < MAX_RETRIES && segment.stream().anyMatch(LiveFeed::hasHoles)) {
      retries++;
      from.close();
      try {
        begin();
      } catch (IOException e) {
        // The repository is gone, and with it the JVM.
      }
      return;
    }
    retries = 0;
    for (RecordedEvent event : segment) {
      if (event.getEndTime().isAfter(delivered)) {
        events.accept(event);
      }
    }
    for (RecordedEvent event : segment) {
      Instant time = event.getEndTime();
      delivered = time.isAfter(delivered) ? time : delivered;
    }
    segment.clear();
  }

  private synchronized boolean isCurrent(EventStream from) {
    return !closed && stream == from;
  }

  /** Whether a string is missing, which our own events always have. */
  private static boolean hasHoles(RecordedEvent event) {
    if (!event.getEventType().getName().startsWith(EventName.PREFIX)) {
      return false;
    }
    for (ValueDescriptor field : event.getFields()) {
      if (field.getTypeName().equals("java.lang.String")
          && event.getValue(field.getName()) == null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    EventStream last;
    synchronized (this) {
      closed = true;
      last = stream;
    }
    if (last != null) {
      last.close();
    }
  }
}
