package dev.uncork.agent.remedy.reserve;

import dev.uncork.agent.observe.kernel.OwnCpuTime;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.read.CompilationTable;
import dev.uncork.recording.read.CompilationTable.GivenUp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods that HotSpot's compilers give up, while the program runs.
 *
 * <p>Once a second the collector looks at a counter. Only when it has risen, a thread reads the
 * events since the last look from JFR's repository, where the recording's are within a second: it
 * neither ends a chunk nor copies one. It reads on until the repository has an event of the
 * collector's that was committed after it began, and so all before.
 */
final class GivenUpMethods {
  /** What the user loses where this doesn't work. */
  static final String CAPABILITY = "bail-outs";

  private static final long FIRST_PAUSE_NANOS = 30_000_000_000L;
  private static final long MOST_PAUSE_NANOS = 8 * FIRST_PAUSE_NANOS;

  /** JFR's clock and the system's differ, and an attempt's two events come one after the other. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /** An event of each second. */
  private static final String MARK = EventName.COLLECTOR_COST;

  private final LongSupplier bailouts;
  private final Consumer<List<GivenUp>> found;
  private final RemedySite site;
  private long seen;
  private Instant since;
  private long nextNanos = System.nanoTime();
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private volatile boolean looking;
  private @Nullable EventStream open;
  private boolean closed;

  /**
   * Looks at nothing yet.
   *
   * @param bailouts how many attempts the compilers gave up so far
   * @param since when the recording began
   * @param found is told, in a thread of the agent's, what was given up
   * @param site is told why methods can't be found any more, and what looking for them costs
   */
  GivenUpMethods(
      LongSupplier bailouts, Instant since, Consumer<List<GivenUp>> found, RemedySite site) {
    this.bailouts = bailouts;
    this.since = since;
    this.found = found;
    this.site = site;
  }

  /** Looks at the counter, once a second. */
  void second(long nowNanos) {
    if (looking || isClosed()) {
      return;
    }
    long now = bailouts.getAsLong();
    Instant until = Instant.now(); // After the counter: what it counts was committed before.
    if (now != seen) {
      if (nowNanos - nextNanos < 0) {
        return;
      }
      seen = now;
      nextNanos = nowNanos + pauseNanos;
      pauseNanos = Math.min(2 * pauseNanos, MOST_PAUSE_NANOS);
      look(since.minus(MARGIN), until);
    }
    since = until;
  }

  private void look(Instant from, Instant until) {
    Thread thread = new Thread(null, () -> run(from, until), "uncork-given-up", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    looking = true;
    thread.start();
  }

  private void run(Instant from, Instant until) {
    OwnCpuTime cpuTime = new OwnCpuTime(Path.of("/proc"));
    long begin = cpuTime.nanos();
    try {
      CompilationTable table = new CompilationTable();
      read(from, until, table);
      List<GivenUp> all = table.givenUp(name -> true);
      if (!all.isEmpty()) {
        found.accept(all);
      }
    } catch (Throwable e) {
      if (close()) {
        site.lost(CAPABILITY, "internal error: " + e);
      }
    }
    site.spent(cpuTime.nanos() - begin);
    looking = false;
  }

  private void read(Instant from, Instant until, CompilationTable table) throws IOException {
    boolean[] complete = {false};
    Throwable[] failure = {null};
    try (EventStream events = EventStream.openRepository()) {
      events.setReuse(true);
      events.setOrdered(false);
      events.setStartTime(from);
      events.onEvent("jdk.Compilation", event -> attempt(event, table));
      events.onEvent(
          "jdk.CompilationFailure",
          event -> table.failure(event.getLong("compileId"), event.getString("failureMessage")));
      events.onEvent(MARK, e -> complete[0] |= e.getStartTime().isAfter(until.plus(MARGIN)));
      events.onFlush( // Behind all events that were written with the mark.
          () -> {
            if (complete[0]) {
              events.close();
            }
          });
      events.onError(e -> failure[0] = e);
      if (opened(events)) {
        events.start();
      }
    } finally {
      opened(null);
    }
    if (failure[0] != null) {
      throw new IOException("JFR's events can't be read", failure[0]);
    }
  }

  private static void attempt(RecordedEvent event, CompilationTable table) {
    if (event.getValue("method") instanceof RecordedMethod method && method.getType() != null) {
      table.attempt(
          new CompilationTable.Unit(
              method.getType().getName(),
              method.getName(),
              method.getDescriptor(),
              event.getString("compiler"),
              event.getBoolean("isOsr")),
          event.getLong("compileId"),
          event.getBoolean("succeded"));
    }
  }

  private synchronized boolean opened(@Nullable EventStream events) {
    open = closed ? null : events;
    return !closed;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Looks no more, and ends a look that is under way; true the first time. */
  synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    if (open != null) {
      open.close();
    }
    return first;
  }
}
