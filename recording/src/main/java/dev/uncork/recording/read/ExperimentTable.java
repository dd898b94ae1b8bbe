package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import dev.uncork.recording.parse.JfrEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The windows of the experiment, while a recording is read.
 *
 * <p>Events come in any order, so all samples are kept until their windows are known. Bounded: when
 * {@link #MAX_SAMPLES} are held, those go that lie in no window known by then; what doesn't fit
 * after that is left out.
 */
final class ExperimentTable {
  private static final String OWN_THREADS = "dev.uncork.agent.";
  static final int MAX_SAMPLES = 200_000;
  private static final int MAX_WINDOWS = 2_000;
  private static final int MAX_WORKS = 64;
  private static final int MAX_ACCESSES = 10_000;
  private static final int MAX_CORES = 1 << 16;
  private static final long LONGEST_WINDOW_NANOS = 10_000_000_000L;

  private final Map<Long, Span> spans = new LinkedHashMap<>();
  private final Map<Long, List<Experiment.Work>> works = new HashMap<>();
  private final Set<Experiment.Access> accesses = new LinkedHashSet<>();
  private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
  private List<Sample> samples = new ArrayList<>();
  private boolean full;

  private record Span(
      Instant from, Instant to, int round, int cores, int heldThreads, long cpuNanos) {
    boolean holds(Instant at) {
      return !at.isBefore(from) && at.isBefore(to);
    }

    Instant middle() {
      return from.plus(Duration.between(from, to).dividedBy(2));
    }
  }

  private record Sample(Instant at, List<Frame> stack) {}

  /** An event of Uncork's; false if it isn't of the experiment. */
  boolean accept(String type, JfrEvent event) {
    switch (type) {
      case EventName.EXPERIMENT_WINDOW -> window(event);
      case EventName.WINDOW_WORK -> work(event);
      case EventName.CODE_ACCESS -> access(event);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A sample of a thread that runs Java code. */
  void sample(JfrEvent event, List<Frame> stack) {
    if (stack.stream().anyMatch(frame -> frame.className().startsWith(OWN_THREADS))) {
      return;
    }
    if (samples.size() >= MAX_SAMPLES && !full) {
      samples = new ArrayList<>(samples.stream().filter(this::inWindow).toList());
      full = samples.size() >= MAX_SAMPLES / 2;
    }
    if (samples.size() < MAX_SAMPLES) {
      samples.add(new Sample(event.start(), stacks.computeIfAbsent(stack, List::copyOf)));
    }
  }

  /**
   * The experiment.
   *
   * @param start of the recording
   */
  Experiment experiment(Instant start) {
    if (spans.isEmpty() && accesses.isEmpty()) {
      return Experiment.NONE;
    }
    TreeMap<Instant, Long> starts = new TreeMap<>();
    spans.forEach((number, span) -> starts.put(span.from(), number));
    Map<Long, Map<List<Frame>, Long>> counts = new HashMap<>();
    for (Sample sample : samples) {
      Map.Entry<Instant, Long> before = starts.floorEntry(sample.at());
      Span span = before == null ? null : spans.get(before.getValue());
      if (before != null && span != null && span.holds(sample.at())) {
        counts
            .computeIfAbsent(before.getValue(), key -> new HashMap<>())
            .merge(sample.stack(), 1L, Long::sum);
      }
    }
    List<Experiment.Window> windows = new ArrayList<>();
    starts
        .values()
        .forEach(
            number -> {
              Span span = spans.get(number);
              if (span != null) {
                windows.add(
                    new Experiment.Window(
                        Duration.between(start, span.middle()).toMillis(),
                        span.round(),
                        span.cores(),
                        span.heldThreads(),
                        Duration.between(span.from(), span.to()).toNanos(),
                        span.cpuNanos(),
                        works.getOrDefault(number, List.of()),
                        counted(counts.getOrDefault(number, Map.of()))));
              }
            });
    return new Experiment(windows, List.copyOf(accesses));
  }

  private static List<Samples.Counted> counted(Map<List<Frame>, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> new Samples.Counted(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong(Samples.Counted::count)
                .reversed()
                .thenComparing(counted -> counted.frames().toString()))
        .toList();
  }

  private boolean inWindow(Sample sample) {
    return spans.values().stream().anyMatch(span -> span.holds(sample.at()));
  }

  /** A window whose figures make no sense is left out. */
  private void window(JfrEvent event) {
    long cores = number(event, EventField.CORES, 0);
    long round = number(event, EventField.ROUND, -1);
    long length = event.durationNanos();
    boolean sound =
        cores >= 1
            && cores <= MAX_CORES
            && round >= 0
            && length > 0
            && length <= LONGEST_WINDOW_NANOS;
    if (sound && spans.size() < MAX_WINDOWS) {
      spans.put(
          number(event, EventField.WINDOW, -1),
          new Span(
              event.start(),
              event.end(),
              (int) round,
              (int) cores,
              (int) Math.max(0, number(event, EventField.THREADS, 0)),
              nanos(event, EventField.CPU_TIME)));
    }
  }

  private void work(JfrEvent event) {
    WorkUnit unit = WorkUnit.of(text(event, EventField.UNIT));
    if (unit == null || works.size() >= MAX_WINDOWS) {
      return;
    }
    List<Experiment.Work> ofWindow =
        works.computeIfAbsent(number(event, EventField.WINDOW, -1), key -> new ArrayList<>());
    if (ofWindow.size() < MAX_WORKS) {
      ofWindow.add(
          new Experiment.Work(unit, text(event, EventField.NAME), count(event, EventField.AMOUNT)));
    }
  }

  private void access(JfrEvent event) {
    CodeAccess access = CodeAccess.of(text(event, EventField.ACCESS));
    String method = text(event, EventField.METHOD);
    if (access != null && !method.isEmpty() && accesses.size() < MAX_ACCESSES) {
      int line = (int) Math.max(0, number(event, EventField.LINE, 0));
      accesses.add(new Experiment.Access(method, line, access, text(event, EventField.TARGET)));
    }
  }
}
