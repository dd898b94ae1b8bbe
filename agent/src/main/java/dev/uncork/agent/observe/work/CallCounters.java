package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.code.CodePlace;
import dev.uncork.agent.observe.code.HotStacks.HotStack;
import dev.uncork.agent.observe.demand.DemandMeasurement;
import dev.uncork.agent.observe.demand.SectionInstrumentation;
import dev.uncork.boot.work.CallHooks;
import dev.uncork.protocol.WorkUnit;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Calls of the methods nearest to the roots of hot stacks, and acquires of locks by hot methods,
 * counted while the program's work is measured. These few methods call {@link CallHooks} meanwhile;
 * then they get their code back. A class in whose loop a thread is stays as it is: see {@link
 * SectionInstrumentation}.
 */
final class CallCounters {
  /** Calls a second from which on a tenth of a second tells something. */
  private static final double LEAST_PER_SECOND = 500;

  /** Calls a second by one thread above which counting them would be felt. */
  private static final double MOST_PER_SECOND = 5e6;

  /** The same of locks, each of which costs ten times as much as to count it. */
  private static final double MOST_LOCKS_PER_SECOND = 5e7;

  private static final int MOST_OFFERED = 4;

  private final SectionInstrumentation sections;
  private List<CodePlace> operations = List.of();

  /** Methods that are counted, by their number. */
  private final List<CodePlace> sites = new ArrayList<>();

  private final Set<Integer> tooHot = new HashSet<>();
  private final long[] counts = new long[CallHooks.MAX_SITES];
  private final double[] perSecond = new double[CallHooks.MAX_SITES];
  private long readNanos;

  /** Counts nothing yet. */
  CallCounters(Instrumentation instrumentation) {
    this.sections = new SectionInstrumentation(instrumentation, CallRewriter.HOOKS);
  }

  /**
   * Begins to count; the changed code is compiled once more. Takes half a second.
   *
   * @param locks methods of the JDK that take locks, which are counted as well
   */
  void begin(List<HotStack> stacks, Set<CodePlace> locks) {
    sites.clear();
    tooHot.clear();
    if (DemandMeasurement.tooManyThreads()) {
      return;
    }
    operations = new ArrayList<>(locks);
    operations.addAll(OperationMethods.of(stacks));
    List<String> order = operations.stream().map(CodePlace::type).distinct().toList();
    List<Class<?>> types = sections.loaded(Set.copyOf(order));
    types.sort(Comparator.comparingInt(type -> order.indexOf(type.getName())));
    CallHooks.arm();
    sections.install(types, this::rewrite);
    read();
  }

  private byte[] rewrite(byte[] original) {
    String type = new ClassReader(original).getClassName().replace('/', '.');
    Map<String, Integer> numbers = new HashMap<>();
    for (CodePlace method : operations) {
      int site = sites.indexOf(method);
      if (site < 0 && method.type().equals(type) && sites.size() < CallHooks.MAX_SITES) {
        site = sites.size();
        sites.add(method);
      }
      if (site >= 0 && method.type().equals(type) && !tooHot.contains(site)) {
        numbers.put(method.method(), site);
      }
    }
    return CallRewriter.rewrite(original, numbers);
  }

  /** Whether any method is counted. */
  boolean counts() {
    return sections.installed();
  }

  /**
   * Sees how often methods are called; those that are called all the time are counted no longer.
   *
   * @param threads that run
   */
  void look(int threads) {
    read();
    Set<String> hot = new HashSet<>();
    for (int site = 0; site < sites.size(); site++) {
      boolean ofProgram = sites.get(site).isOfProgram();
      double most = ofProgram ? MOST_PER_SECOND : MOST_LOCKS_PER_SECOND;
      if (perSecond[site] > most * Math.max(1, threads) && tooHot.add(site)) {
        hot.add(sites.get(site).type());
      }
    }
    if (!hot.isEmpty()) {
      sections.install(sections.loaded(hot), this::rewrite);
    }
  }

  private void read() {
    long nowNanos = System.nanoTime();
    double seconds = Math.max(1, nowNanos - readNanos) / 1e9;
    for (int site = 0; site < counts.length; site++) {
      long count = CallHooks.count(site);
      perSecond[site] = (count - counts[site]) / seconds;
      counts[site] = count;
    }
    readNanos = nowNanos;
  }

  /** The methods that are called often enough, the outermost one first. */
  List<WorkCounter> counters() {
    List<WorkCounter> found = new ArrayList<>();
    for (CodePlace method : operations) {
      int site = sites.indexOf(method);
      if (site >= 0
          && found.size() < MOST_OFFERED
          && !tooHot.contains(site)
          && perSecond[site] >= LEAST_PER_SECOND) {
        found.add(
            method.isOfProgram()
                ? new CallCounter(WorkUnit.METHOD_CALLS, method.name(), site)
                : new CallCounter(WorkUnit.LOCK_ACQUIRES, method.type(), site));
      }
    }
    return found;
  }

  /** Gives all methods their code back, but what threads are in loops of, until the next time. */
  @Nullable String end() {
    CallHooks.disarm();
    operations = List.of();
    return sections.remove();
  }

  /** To be called now and then after the end, as {@link SectionInstrumentation#removeRest}. */
  @Nullable String removeRest() {
    return sections.removeRest();
  }

  /** Calls of one method. */
  private record CallCounter(WorkUnit unit, String name, int site) implements WorkCounter {
    @Override
    public long read() {
      return CallHooks.count(site);
    }
  }
}
