package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.real;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.parse.JfrEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The moments at which threads were looked at, while a recording is read.
 *
 * <p>Bounded: when {@link #MAX_SAMPLES} are held, every second moment is dropped, and from then on
 * one in two (four, ...) is kept. Stacks, names and blockers are held once each.
 *
 * <p>A stack's text comes with some of the samples that have its number, not always the first.
 */
final class SnapshotTable {
  static final int MAX_SAMPLES = 300_000;
  private static final int MAX_STACKS = 100_000;

  private static final Map<String, Thread.State> STATES =
      Arrays.stream(Thread.State.values())
          .collect(Collectors.toUnmodifiableMap(Thread.State::name, state -> state));

  private final TreeMap<Long, Moment> moments = new TreeMap<>();
  private final Map<Integer, List<Frame>> stacks = new HashMap<>();
  private final Map<Frame, Frame> frames = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<ThreadSample.Blocker, ThreadSample.Blocker> blockers = new HashMap<>();
  private @Nullable Moment last;
  private int size;
  private long keepEvery = 1;

  /** An event of a thread or of a pool, which is always timed. */
  boolean take(String type, JfrEvent event, long atMillis) {
    if (type.equals(EventName.THREAD_SAMPLE)) {
      thread(event, atMillis);
    } else {
      pool(event, atMillis);
    }
    return true;
  }

  private void thread(JfrEvent event, long atMillis) {
    int stackId = (int) number(event, EventField.STACK_ID, 0);
    learn(stackId, text(event, EventField.STACK));
    long snapshot = number(event, EventField.SNAPSHOT, 0);
    if (snapshot % keepEvery != 0) {
      return;
    }
    long interval = nanos(event, EventField.INTERVAL);
    long cpu = number(event, EventField.CPU_TIME, -1);
    ThreadSample.Blocker blocker =
        new ThreadSample.Blocker(
            name(text(event, EventField.BLOCKER_CLASS)),
            (int) number(event, EventField.INSTANCE, 0),
            number(event, EventField.OWNER, -1),
            name(text(event, EventField.PEER)));
    moment(snapshot, atMillis)
        .add(
            stackId,
            new ThreadSample(
                number(event, EventField.THREAD_ID, -1),
                name(text(event, EventField.THREAD_NAME)),
                state(text(event, EventField.THREAD_STATE)),
                cpu < 0 || interval <= 0 ? -1 : Math.min(1, (float) cpu / interval),
                (float) Math.max(1, real(event, EventField.WEIGHT)),
                stacks.getOrDefault(stackId, List.of()),
                share(blocker),
                (int) number(event, EventField.POOL, 0)));
    size++;
    if (size > MAX_SAMPLES) {
      thin();
    }
  }

  private void pool(JfrEvent event, long atMillis) {
    long snapshot = number(event, EventField.SNAPSHOT, 0);
    if (snapshot % keepEvery == 0) {
      moment(snapshot, atMillis)
          .pools
          .add(
              new PoolUse(
                  (int) number(event, EventField.POOL, 0),
                  name(text(event, EventField.POOL_CLASS)),
                  name(text(event, EventField.THREAD_NAME)),
                  (int) number(event, EventField.THREADS, 0),
                  (int) number(event, EventField.MAX_THREADS, 0),
                  (int) number(event, EventField.ACTIVE, 0),
                  (int) number(event, EventField.QUEUED, 0),
                  (int) number(event, EventField.CAPACITY, Integer.MAX_VALUE)));
    }
  }

  boolean thinned() {
    return keepEvery > 1;
  }

  /** All of them, in order of time. */
  List<Snapshot> snapshots() {
    List<Snapshot> result = new ArrayList<>(moments.size());
    moments.values().stream()
        .filter(moment -> !moment.threads.isEmpty())
        .forEach(
            moment -> result.add(new Snapshot(moment.atMillis, threads(moment), moment.pools)));
    return result;
  }

  private Moment moment(long snapshot, long atMillis) {
    Moment moment = last;
    if (moment == null || moment.number != snapshot) {
      moment = moments.computeIfAbsent(snapshot, number -> new Moment(number, atMillis));
      last = moment;
    }
    return moment;
  }

  private void thin() {
    keepEvery *= 2;
    last = null;
    moments.keySet().removeIf(number -> number % keepEvery != 0);
    size = moments.values().stream().mapToInt(moment -> moment.threads.size()).sum();
  }

  private void learn(int stackId, String text) {
    if (!text.isEmpty() && !stacks.containsKey(stackId) && stacks.size() < MAX_STACKS) {
      stacks.put(
          stackId,
          List.copyOf(
              text.lines()
                  .filter(line -> !line.isBlank())
                  .map(Frame::parse)
                  .map(this::share)
                  .toList()));
    }
  }

  /** With the stacks of which the text came later. */
  private List<ThreadSample> threads(Moment moment) {
    moment.unknownStacks.forEach(
        (index, stackId) -> {
          ThreadSample sample = moment.threads.get(index);
          moment.threads.set(index, sample.withStack(stacks.getOrDefault(stackId, List.of())));
        });
    return moment.threads;
  }

  private Frame share(Frame frame) {
    Frame known = frames.putIfAbsent(frame, frame);
    return known == null ? frame : known;
  }

  private ThreadSample.Blocker share(ThreadSample.Blocker blocker) {
    if (blocker.isNone()) {
      return ThreadSample.Blocker.NONE;
    }
    ThreadSample.Blocker known =
        blockers.size() < MAX_STACKS
            ? blockers.putIfAbsent(blocker, blocker)
            : blockers.get(blocker);
    return known == null ? blocker : known;
  }

  private String name(String name) {
    String known = names.size() < MAX_STACKS ? names.putIfAbsent(name, name) : names.get(name);
    return known == null ? name : known;
  }

  private static Thread.State state(String name) {
    return STATES.getOrDefault(name, Thread.State.RUNNABLE);
  }

  private static final class Moment {
    final long number;
    final long atMillis;
    final List<ThreadSample> threads = new ArrayList<>();
    final List<PoolUse> pools = new ArrayList<>();
    final Map<Integer, Integer> unknownStacks = new HashMap<>(0);

    Moment(long number, long atMillis) {
      this.number = number;
      this.atMillis = atMillis;
    }

    void add(int stackId, ThreadSample sample) {
      if (stackId != 0 && sample.stack().isEmpty()) {
        unknownStacks.put(threads.size(), stackId);
      }
      threads.add(sample);
    }
  }
}
