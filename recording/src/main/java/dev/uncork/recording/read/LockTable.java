package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.thread.StackRole;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Note;
import dev.uncork.recording.parse.JfrEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a recording while it is read.
 *
 * <p>Bounded: beyond {@link #MAX_LOCKS} the cheaper half of the rows is forgotten, their counts
 * stay in the totals per class; beyond {@link #MAX_POINTS} no further seconds are kept; beyond
 * {@link #MAX_STACKS} distinct stacks a lock's further stacks are summed without frames.
 */
final class LockTable {
  static final int MAX_LOCKS = 200_000;
  static final int MAX_STACKS = 256;
  static final int MAX_POINTS = 2_000_000;

  private final Map<LockId, Row> rows = new LinkedHashMap<>();
  private final Map<LockId, Totals> classes = new LinkedHashMap<>();
  private int points;
  private boolean forgot;
  private boolean cut;

  /** What a lock cost in a second, as the agent counted it. */
  void counted(JfrEvent event, int second) {
    Totals delta = new Totals();
    delta.blocked = count(event, EventField.BLOCKED);
    delta.acquireNanos = nanos(event, EventField.WAIT_TIME);
    delta.maxNanos = nanos(event, EventField.MAX_WAIT_TIME);
    delta.longBlocked = count(event, EventField.LONG_BLOCKED);
    delta.waits = count(event, EventField.WAITS);
    delta.waitedNanos = nanos(event, EventField.WAITED_TIME);
    add(lockOf(event), second, delta);
  }

  /** Where threads waited for a lock, or held it. */
  void stack(JfrEvent event) {
    addStack(
        lockOf(event),
        text(event, EventField.ROLE).equals(StackRole.HOLDER.label()),
        text(event, EventField.THREAD_NAME),
        text(event, EventField.STACK),
        count(event, EventField.COUNT),
        nanos(event, EventField.WAIT_TIME));
  }

  private static LockId lockOf(JfrEvent event) {
    return new LockId(
        text(event, EventField.LOCK_CLASS),
        (int) number(event, EventField.INSTANCE, 0),
        LockKind.of(text(event, EventField.KIND)));
  }

  void add(LockId id, int second, Totals delta) {
    Row row = row(id);
    row.totals.add(delta);
    row.classTotals(id, classes).add(delta);
    if (delta.blocked > 0) {
      addPoint(row, second, delta);
    }
  }

  void addStack(LockId id, boolean holder, String thread, String stack, long count, long nanos) {
    Map<String, Stack> stacks = holder ? row(id).holders : row(id).waiters;
    String key = thread + '\n' + stack;
    Stack known = stacks.get(key);
    if (known == null && stacks.size() >= MAX_STACKS) {
      key = "";
      known = stacks.get(key);
    }
    if (known == null) {
      known = new Stack(key.isEmpty() ? "" : thread, key.isEmpty() ? "" : stack);
      stacks.put(key, known);
    }
    known.count += count;
    known.nanos += nanos;
  }

  List<LockUse> locks() {
    List<LockUse> result = new ArrayList<>(rows.size());
    Map<String, List<Frame>> frames = new HashMap<>();
    rows.forEach((id, row) -> result.add(row.freeze(id, frames)));
    result.sort(
        Comparator.comparingLong(LockUse::totalAcquireNanos)
            .thenComparingLong(LockUse::blocked)
            .thenComparingLong(LockUse::waitedNanos)
            .reversed()
            .thenComparing(use -> use.id().lockClass())
            .thenComparing(use -> use.id().instance()));
    return result;
  }

  List<LockClassUse> classes() {
    Map<LockId, Long> instances = new HashMap<>();
    rows.keySet().forEach(id -> instances.merge(id.ofClass(), 1L, Long::sum));
    List<LockClassUse> result = new ArrayList<>();
    classes.forEach(
        (id, sum) ->
            result.add(
                new LockClassUse(
                    id.lockClass(),
                    id.kind(),
                    instances.getOrDefault(id, 0L),
                    sum.blocked,
                    sum.acquireNanos,
                    sum.maxNanos,
                    sum.waits,
                    sum.waitedNanos)));
    result.sort(
        Comparator.comparingLong(LockClassUse::totalAcquireNanos)
            .thenComparingLong(LockClassUse::blocked)
            .thenComparingLong(LockClassUse::waitedNanos)
            .reversed()
            .thenComparing(LockClassUse::lockClass));
    return result;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (forgot) {
      notes.add(new Note.ForgottenLocks(MAX_LOCKS));
    }
    if (cut) {
      notes.add(Note.Thinned.LOCK_SECONDS);
    }
    return notes;
  }

  private Row row(LockId id) {
    Row row = rows.get(id);
    if (row == null) {
      if (rows.size() >= MAX_LOCKS) {
        forgetCheapHalf();
      }
      row = new Row();
      rows.put(id, row);
    }
    return row;
  }

  private void addPoint(Row row, int second, Totals delta) {
    long[] point = row.seconds.get(second);
    if (point == null) {
      if (points >= MAX_POINTS) {
        cut = true;
        return;
      }
      points++;
      point = new long[2];
      row.seconds.put(second, point);
    }
    point[0] += delta.blocked;
    point[1] += delta.acquireNanos;
  }

  private void forgetCheapHalf() {
    forgot = true;
    long[] costs =
        rows.values().stream().mapToLong(row -> row.totals.acquireNanos).sorted().toArray();
    long median = costs[costs.length / 2];
    int[] toRemove = {costs.length / 2};
    rows.values()
        .removeIf(
            row -> {
              boolean cheap = toRemove[0] > 0 && row.totals.acquireNanos <= median;
              if (cheap) {
                toRemove[0]--;
                points -= row.seconds.size();
              }
              return cheap;
            });
  }

  /** Sums of one lock or class. */
  static final class Totals {
    long blocked;
    long acquireNanos;
    long maxNanos;
    long longBlocked;
    long waits;
    long waitedNanos;

    void add(Totals other) {
      blocked += other.blocked;
      acquireNanos += other.acquireNanos;
      maxNanos = Math.max(maxNanos, other.maxNanos);
      longBlocked += other.longBlocked;
      waits += other.waits;
      waitedNanos += other.waitedNanos;
    }
  }

  private static final class Stack {
    final String thread;
    final String text;
    long count;
    long nanos;

    Stack(String thread, String text) {
      this.thread = thread;
      this.text = text;
    }

    LockStack freeze(Map<String, List<Frame>> frames) {
      return new LockStack(thread, frames.computeIfAbsent(text, Stack::parse), count, nanos);
    }

    private static List<Frame> parse(String text) {
      return text.lines().filter(line -> !line.isBlank()).map(Frame::parse).toList();
    }
  }

  private static final class Row {
    final Totals totals = new Totals();
    private @Nullable Totals classTotals;
    final Map<Integer, long[]> seconds = new HashMap<>();
    final Map<String, Stack> waiters = new LinkedHashMap<>();
    final Map<String, Stack> holders = new LinkedHashMap<>();

    /** Those of all locks of its class, to which nothing is added for a stack alone. */
    Totals classTotals(LockId id, Map<LockId, Totals> classes) {
      Totals known = classTotals;
      if (known == null) {
        known = classes.computeIfAbsent(id.ofClass(), key -> new Totals());
        classTotals = known;
      }
      return known;
    }

    /**
     * What is known of the lock now.
     *
     * @param frames of stacks that other locks have, too, by their text
     */
    LockUse freeze(LockId id, Map<String, List<Frame>> frames) {
      List<LockUse.LockSecond> points = new ArrayList<>(seconds.size());
      seconds.forEach(
          (second, point) -> points.add(new LockUse.LockSecond(second, point[0], point[1])));
      points.sort(Comparator.comparingInt(LockUse.LockSecond::second));
      return new LockUse(
          id,
          totals.blocked,
          totals.acquireNanos,
          totals.maxNanos,
          totals.longBlocked,
          totals.waits,
          totals.waitedNanos,
          points,
          freeze(waiters, frames),
          freeze(holders, frames));
    }

    private static List<LockStack> freeze(
        Map<String, Stack> stacks, Map<String, List<Frame>> frames) {
      return stacks.values().stream()
          .map(stack -> stack.freeze(frames))
          .sorted(
              Comparator.comparingLong(LockStack::waitNanos)
                  .thenComparingLong(LockStack::count)
                  .reversed())
          .toList();
    }
  }
}
