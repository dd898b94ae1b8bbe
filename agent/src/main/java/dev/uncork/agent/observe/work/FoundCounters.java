package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.code.CodePlace;
import dev.uncork.agent.observe.code.FieldUses;
import dev.uncork.agent.observe.code.HotStacks;
import dev.uncork.protocol.WorkUnit;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the program that it keeps for its own ends, found by themselves: numbers in fields
 * that only grow, about as fast all the time.
 *
 * <p>One whose growth agrees with what the program prints counts the same work. Others may count
 * anything; of these only such are taken for work as hot code has to do with, for a clock or a
 * timer's ticks grow steadily, too.
 */
final class FoundCounters {
  private static final int MOST_CLASSES = 300;
  private static final int MOST_UNMATCHED = 3;

  private final Instrumentation instrumentation;
  private final HotStacks stacks;
  private final FieldUses uses;
  private final Moments moments = new Moments();
  private final List<Followed> followed = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final Set<Integer> walked = new HashSet<>();
  private @Nullable Followed chosen;

  /** What was printed, and when the program was done with it; read at no later moment yet. */
  private record Line(long fromMillis, long toMillis, double operations) {}

  /** A number, and how it compares with what was printed. */
  private static final class Followed {
    final GrowingField field;
    final PrintedMatch match = new PrintedMatch();

    Followed(GrowingField field) {
      this.field = field;
    }
  }

  /**
   * Finds nothing yet.
   *
   * @param uses tells which fields a method of a class uses
   */
  FoundCounters(Instrumentation instrumentation, HotStacks stacks, FieldUses uses) {
    this.instrumentation = instrumentation;
    this.stacks = stacks;
    this.uses = uses;
  }

  /** Looks for numbers in what runs now; those that are followed already still are. */
  void search() {
    Set<String> types = new LinkedHashSet<>();
    for (HotStacks.HotStack stack : stacks.hottest(HotStacks.FEW)) {
      stack.frames().stream().filter(CodePlace::isOfProgram).forEach(p -> types.add(p.type()));
    }
    types.addAll(stacks.mainClasses());
    FieldWalk walk = new FieldWalk(moments.total());
    walked.clear();
    List<Thread> threads = stacks.threads();
    for (Thread thread : threads) {
      walked.add(System.identityHashCode(thread));
      walk.addThread(thread);
    }
    RunningTasks.of(threads).forEach(walk::addTask);
    walk.addClasses(classes(types));
    Set<String> known = new HashSet<>();
    followed.forEach(one -> known.add(one.field.name()));
    for (GrowingField field : walk.walk()) {
      if (!known.contains(field.name())) {
        followed.add(new Followed(field));
      }
    }
  }

  /** Whether others use CPU time by now than at the last look for numbers. */
  boolean othersRun() {
    return stacks.threads().stream()
        .anyMatch(thread -> !walked.contains(System.identityHashCode(thread)));
  }

  /** Those of these names, then those of their packages. */
  private List<Class<?>> classes(Set<String> names) {
    Set<String> packages = new LinkedHashSet<>();
    names.forEach(name -> packages.add(packageOf(name)));
    List<Class<?>> hot = new ArrayList<>();
    List<Class<?>> near = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      String name = type.getName();
      if (type.isArray() || !CodePlace.isOfProgram(name)) {
        continue;
      }
      if (names.contains(name)) {
        hot.add(type);
      } else if (packages.contains(packageOf(name))) {
        near.add(type);
      }
    }
    hot.addAll(near);
    return hot.subList(0, Math.min(MOST_CLASSES, hot.size()));
  }

  private static String packageOf(String type) {
    return type.substring(0, Math.max(0, type.lastIndexOf('.')));
  }

  /** Follows none any more. */
  void forget() {
    chosen = null;
    followed.clear();
    lines.clear();
  }

  /** Reads all that are followed; those that don't grow are followed no longer. */
  void tick(long epochMillis) {
    if (followed.isEmpty()) {
      return;
    }
    int place = moments.next(epochMillis);
    followed.forEach(one -> one.field.take(place));
    lines.removeIf(line -> line.toMillis() <= epochMillis && compared(line));
    followed.removeIf(one -> one.field.isNone(moments));
  }

  /** The program printed that it did so much between two moments, of which one may be to come. */
  void printed(long fromMillis, long toMillis, double operations) {
    if (!followed.isEmpty()) {
      lines.add(new Line(fromMillis, toMillis, operations));
    }
  }

  private boolean compared(Line line) {
    for (Followed one : followed) {
      double grown = one.field.grown(moments, line.fromMillis(), line.toMillis());
      one.match.printed(line.operations(), grown);
    }
    return true;
  }

  /** The one that counts what is printed: once found, the same for as long as it may be it. */
  Optional<WorkCounter> matched() {
    Followed one = chosen;
    if (one == null || !followed.contains(one) || !one.match.mayAgree()) {
      one =
          followed.stream()
              .filter(other -> other.match.agrees())
              .min(Comparator.comparingDouble((Followed other) -> other.match.error()))
              .orElse(null);
      chosen = one;
    }
    return Optional.ofNullable(one).map(c -> new FieldCounter(WorkUnit.COUNTER, c.field));
  }

  /**
   * Those that may count work: the slowest first, since a retry or a step within one grows faster.
   */
  List<WorkCounter> unmatched() {
    Set<String> used = uses.ofMethods(stacks.hottest(HotStacks.FEW));
    List<WorkCounter> found = new ArrayList<>();
    followed.stream()
        .map(one -> one.field)
        .filter(field -> used.contains(field.name()) && field.isSteady(moments))
        .sorted(Comparator.comparingDouble(field -> field.perSecond(moments)))
        .limit(MOST_UNMATCHED)
        .forEach(field -> found.add(new FieldCounter(WorkUnit.GROWING_FIELD, field)));
    return found;
  }

  /** A field as a counter of work. */
  private record FieldCounter(WorkUnit unit, GrowingField field) implements WorkCounter {
    @Override
    public String name() {
      return field.name();
    }

    @Override
    public long read() {
      return field.read();
    }
  }
}
