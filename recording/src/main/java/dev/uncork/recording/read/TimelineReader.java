package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.EventSink;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import dev.uncork.recording.problem.ReadProblem;
import dev.uncork.recording.read.Timeline.Sample;
import dev.uncork.recording.read.Timeline.Stay;
import dev.uncork.recording.read.Timeline.ThreadLine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A timeline while its events come in; bounded, since nobody looks at millions of samples. */
final class TimelineReader implements EventSink<Timeline>, EventSink.Part {
  static final int MAX_ENTRIES = 1_000_000;

  private static final long GAP_MILLIS = 150;

  private static final Set<String> EVENTS_OF_THREADS =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", EventName.THREAD_CPU);

  private final Instant start;
  private final TimeRange range;
  private final Map<Long, Line> lines = new HashMap<>();
  private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
  private int entries;
  private long leftOut;

  private TimelineReader(Instant start, TimeRange range) {
    this.start = start;
    this.range = range;
  }

  static Timeline read(Path file, TimeRange range) {
    RecordingReader.Outcome<Timeline> outcome =
        RecordingReader.read(file, range, covered -> new TimelineReader(covered.from(), range));
    return outcome.result().orElseGet(() -> new Timeline(List.of(), outcome.problems()));
  }

  @Override
  public List<Part> parts() {
    return List.of(this);
  }

  @Override
  public boolean takes(String type) {
    return EVENTS_OF_THREADS.contains(type);
  }

  @Override
  public boolean accept(JfrEvent event) {
    if (!range.holds(event.end())) {
      return true;
    }
    long atMillis = Math.max(0, Duration.between(start, event.end()).toMillis());
    if (event.type().equals(EventName.THREAD_CPU)) {
      stay(event, atMillis);
    } else {
      sample(event, atMillis);
    }
    return true;
  }

  private void sample(JfrEvent event, long atMillis) {
    JfrThread thread = event.thread("sampledThread");
    if (thread == null) {
      return;
    }
    List<Frame> frames = event.stack().frames();
    Line line = line(thread.osThreadId());
    if (line == null || frames.isEmpty()) {
      return;
    }
    if (!thread.virtual() && !thread.javaName().isEmpty()) {
      line.javaName = thread.javaName();
    }
    List<Frame> shared = stacks.putIfAbsent(frames, frames);
    line.samples.add(new Sample(atMillis, shared == null ? frames : shared));
  }

  private void stay(JfrEvent event, long atMillis) {
    Line line = line(number(event, EventField.OS_THREAD_ID, -1));
    if (line == null) {
      return;
    }
    line.name =
        text(event, EventField.THREAD_NAME).isEmpty()
            ? line.name
            : text(event, EventField.THREAD_NAME);
    long fromMillis = Math.max(0, atMillis - nanos(event, EventField.INTERVAL) / 1_000_000);
    line.ticks.add(
        new Stay(
            fromMillis,
            atMillis,
            (int) number(event, EventField.CPU, -1),
            (int) number(event, EventField.NODE, -1),
            nanos(event, EventField.CPU_TIME)));
  }

  private @Nullable Line line(long threadId) {
    if (++entries > MAX_ENTRIES) {
      leftOut++;
      return null;
    }
    return lines.computeIfAbsent(threadId, id -> new Line());
  }

  @Override
  public Timeline end() {
    List<ThreadLine> threads = new ArrayList<>();
    lines.forEach(
        (id, line) -> {
          line.samples.sort(Comparator.comparingLong(Sample::atMillis));
          String name = line.javaName.isEmpty() ? line.name : line.javaName;
          threads.add(new ThreadLine(id, name, line.samples, line.stays()));
        });
    threads.sort(
        Comparator.comparingLong(TimelineReader::cpuNanos)
            .reversed()
            .thenComparingLong(ThreadLine::osThreadId));
    List<ReadProblem> problems =
        leftOut == 0
            ? List.of()
            : List.of(new ReadProblem.TooManySamples(leftOut + MAX_ENTRIES, leftOut));
    return new Timeline(threads, problems);
  }

  private static long cpuNanos(ThreadLine line) {
    return line.stays().stream().mapToLong(Stay::cpuNanos).sum();
  }

  private static final class Line {
    final List<Sample> samples = new ArrayList<>();
    final List<Stay> ticks = new ArrayList<>();
    String name = "";
    String javaName = "";

    /** Neighbouring ticks on one CPU are one stay. */
    List<Stay> stays() {
      ticks.sort(Comparator.comparingLong(Stay::fromMillis));
      List<Stay> stays = new ArrayList<>();
      for (Stay tick : ticks) {
        Stay last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
        if (last != null
            && last.cpu() == tick.cpu()
            && tick.fromMillis() - last.toMillis() <= GAP_MILLIS) {
          stays.set(
              stays.size() - 1,
              new Stay(
                  last.fromMillis(),
                  tick.toMillis(),
                  tick.cpu(),
                  tick.node(),
                  last.cpuNanos() + tick.cpuNanos()));
        } else {
          stays.add(tick);
        }
      }
      return stays;
    }
  }
}
