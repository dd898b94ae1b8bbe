package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.protocol.thread.KernelName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loops that wait by native code, where JFR takes no samples of Java: looks at threads tell.
 *
 * <p>A thread that yields and shares its core stands there while others have it. So only those
 * count that had a core nearly all the time since the look before. A thread that asks for what has
 * come, and gets its answer at once, does nothing else if it is there mostly. So does one that
 * selects without ever waiting: it keeps its core until the scheduler takes that away.
 */
final class SeenPolls {
  /** CPU share from which on a thread hardly gave its core away. */
  private static final double KEPT = 0.9;

  /** The same from which on one that selects may do so without a pause, on a crowded machine. */
  private static final double SPINS = 0.1;

  /** Share of its looks at which a thread asks from which on it does little else. */
  private static final double MOSTLY = 0.5;

  /** Methods of the JDK that tell at once what has come. */
  private static final Set<String> ASKING = Set.of("selectNow", "available");

  private static final String SELECTORS = "sun.nio.ch.";
  private static final String SELECT = "select";

  private static final int FEWEST_LOOKS = 20;
  private static final double LEAST_SHARE = 0.05;

  private static final class Seen {
    private final List<Frame> stack;
    private double cpu;
    private int looks;

    Seen(List<Frame> stack) {
      this.stack = stack;
    }
  }

  /** How often a thread was looked at, and asked by then. */
  private static final class Asks {
    private int asks;
    private int looks;
  }

  private final StackQuestion asks = new StackQuestion(SeenPolls::asks);
  private final StackQuestion selects = new StackQuestion(SeenPolls::selects);
  private final List<Snapshot> snapshots;
  private final Set<String> restless;

  private SeenPolls(List<Snapshot> snapshots, List<ThreadUse> threads) {
    this.snapshots = snapshots;
    Map<String, Boolean> restlessByName =
        threads.stream()
            .collect(
                Collectors.toMap(
                    ThreadUse::name,
                    use -> use.nanosPerTurn() >= ThreadUse.LONG_TURN_NANOS,
                    Boolean::logicalAnd)); // several of one name can't be told apart
    this.restless =
        restlessByName.keySet().stream().filter(restlessByName::get).collect(Collectors.toSet());
  }

  /** Each place with its share of the CPU time of all threads. */
  static List<Burn> burns(List<Snapshot> snapshots, List<ThreadUse> threads) {
    return new SeenPolls(snapshots, threads).burns();
  }

  private List<Burn> burns() {
    Map<String, Seen> places = new LinkedHashMap<>();
    Map<Long, Asks> threads = byThread();
    double all = 0;
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        double cpu = Math.max(0, thread.cpuShare()) * thread.weight();
        all += cpu;
        boolean polls =
            thread.cpuShare() >= KEPT && yields(thread.stack())
                || thread.cpuShare() > 0
                    && asks(thread)
                    && asksMostly(threads.get(thread.threadId()));
        if (polls) {
          Seen seen =
              places.computeIfAbsent(
                  CodeCosts.method(thread.stack()), method -> new Seen(thread.stack()));
          seen.cpu += cpu;
          seen.looks++;
        }
      }
    }
    List<Burn> burns = new ArrayList<>();
    for (Seen seen : places.values()) {
      double share = seen.cpu / all;
      if (seen.looks >= FEWEST_LOOKS && share >= LEAST_SHARE) {
        burns.add(
            new Burn(FindingKind.SPINNING, "", CodeOrigin.site(seen.stack), share, 1, seen.stack));
      }
    }
    return burns;
  }

  private Map<Long, Asks> byThread() {
    Map<Long, Asks> threads = new HashMap<>();
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        Asks sum = threads.computeIfAbsent(thread.threadId(), id -> new Asks());
        sum.looks++;
        sum.asks += asks(thread) ? 1 : 0;
      }
    }
    return threads;
  }

  private static boolean asksMostly(@Nullable Asks thread) {
    return thread != null && thread.asks >= MOSTLY * thread.looks;
  }

  private boolean asks(ThreadSample thread) {
    return asks.of(thread.stack())
        || selects.of(thread.stack())
            && thread.cpuShare() >= SPINS
            && isRestless(thread.threadName());
  }

  /** Whether a thread never waits, by whichever part of its name the kernel knows it. */
  private boolean isRestless(String name) {
    return restless.contains(name)
        || restless.contains(KernelName.cut(name))
        || restless.contains(KernelName.shortened(name));
  }

  private static boolean selects(List<Frame> stack) {
    return stack.stream()
        .takeWhile(frame -> !CodeOrigin.isApplication(frame))
        .anyMatch(
            frame -> frame.method().equals(SELECT) && frame.className().startsWith(SELECTORS));
  }

  private static boolean asks(List<Frame> stack) {
    return stack.stream()
        .takeWhile(frame -> !CodeOrigin.isApplication(frame))
        .anyMatch(frame -> ASKING.contains(frame.method()));
  }

  private static boolean yields(List<Frame> stack) {
    return !stack.isEmpty()
        && stack.get(0).className().equals("java.lang.Thread")
        && stack.get(0).method().startsWith("yield");
  }
}
