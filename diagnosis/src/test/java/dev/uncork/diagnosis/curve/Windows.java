package dev.uncork.diagnosis.curve;

import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** An experiment made up: what a program does in a window follows from the cores it has there. */
public final class Windows {
  private static final double SECONDS = 0.1;
  private static final double SAMPLES_PER_CORE = 20;
  private static final int RUN_SECONDS = 20;

  private final int allCores;
  private final Random random = new Random(42);
  private final Map<Experiment.Work, IntToDoubleFunction> rates = new LinkedHashMap<>();
  private final Map<List<Frame>, IntToDoubleFunction> costs = new LinkedHashMap<>();
  private final List<Experiment.Access> accesses = new ArrayList<>();
  private final List<List<Frame>> sampled = new ArrayList<>();
  private final List<LockUse> locks = new ArrayList<>();
  private final List<ThreadSample> waiting = new ArrayList<>();
  private int rounds = 10;
  private int[] pairs = {};
  private int threads = 16;
  private double noise = 0.03;
  private double drift;
  private int cold;
  private Set<Integer> huddled = Set.of();
  private Set<Integer> disturbed = Set.of();
  private double busyCores;
  private int cycleTicks = 1;

  /** On a machine with so many cores, which the program keeps busy. */
  public Windows(int allCores) {
    this.allCores = allCores;
    this.busyCores = allCores;
  }

  public Windows rounds(int count) {
    rounds = count;
    return this;
  }

  /** Each round compares all cores with the next one of these numbers only. */
  Windows pairs(int... fewer) {
    rounds = fewer.length;
    pairs = fewer;
    return this;
  }

  Windows threads(int count) {
    threads = count;
    return this;
  }

  /** Relative spread of what is measured in a window. */
  public Windows noise(double share) {
    noise = share;
    return this;
  }

  /** How much faster the program is in the last round than in the first. */
  Windows drift(double share) {
    drift = share;
    return this;
  }

  /** In so many rounds at first fewer cores than all do a third of what they do later. */
  Windows cold(int count) {
    cold = count;
    return this;
  }

  /** In these rounds all threads are together on one core when they could use all. */
  Windows huddled(Integer... numbers) {
    huddled = Set.of(numbers);
    return this;
  }

  /** In these rounds another process has all cores but one, and the threads share what is left. */
  Windows disturbed(Integer... numbers) {
    disturbed = Set.of(numbers);
    return this;
  }

  /** The program keeps only so many of its cores busy. */
  public Windows busy(double cores) {
    busyCores = cores;
    return this;
  }

  /** The use of the cores goes down and up again in so many tenths of a second. */
  public Windows cycle(int ticks) {
    cycleTicks = ticks;
    return this;
  }

  /** Work per second that the program does on so many cores. */
  public Windows work(WorkUnit unit, String name, IntToDoubleFunction perSecond) {
    rates.put(new Experiment.Work(unit, name, 0), perSecond);
    return this;
  }

  /** CPU time that a unit of work takes in code with this stack on so many cores, in any unit. */
  public Windows code(IntToDoubleFunction cost, String... stack) {
    costs.put(List.of(stack).stream().map(Frame::parse).toList(), cost);
    return this;
  }

  public Windows access(String method, int line, CodeAccess access, String target) {
    accesses.add(new Experiment.Access(method, line, access, target));
    return this;
  }

  /** So many samples outside of windows. */
  Windows sampled(int count, String... stack) {
    List<Frame> frames = List.of(stack).stream().map(Frame::parse).toList();
    sampled.addAll(Collections.nCopies(count, frames));
    return this;
  }

  /** Those of the windows, too: threads are sampled all the time. */
  private Samples samples(Experiment experiment) {
    List<List<Frame>> all = new ArrayList<>(sampled);
    for (Experiment.Window window : experiment.windows()) {
      for (Samples.Counted counted : window.samples()) {
        all.addAll(Collections.nCopies((int) counted.count(), counted.frames()));
      }
    }
    int[] each = IntStream.range(0, all.size()).toArray();
    return new Samples(all, new int[each.length], new long[each.length], each);
  }

  /** A thread that waits at all looks. */
  public Windows waits(long id, ThreadSample.Blocker blocker, String... stack) {
    List<Frame> frames = List.of(stack).stream().map(Frame::parse).toList();
    waiting.add(new ThreadSample(id, "w" + id, Thread.State.WAITING, 0.01f, 1, frames, blocker, 0));
    return this;
  }

  /** A thread that all looks find blocked at a monitor, having used so much of a core. */
  public Windows blocked(long id, double cpuShare, String lock, String... stack) {
    List<Frame> frames = List.of(stack).stream().map(Frame::parse).toList();
    ThreadSample.Blocker monitor = new ThreadSample.Blocker(lock, 7, -1);
    waiting.add(
        new ThreadSample(
            id, "w" + id, Thread.State.BLOCKED, (float) cpuShare, 1, frames, monitor, 0));
    return this;
  }

  /** A lock at which so many acquires a second block. */
  public Windows lock(String className, double blockedThreads, long perSecond, String... stack) {
    List<Frame> frames = List.of(stack).stream().map(Frame::parse).toList();
    long nanos = (long) (blockedThreads * RUN_SECONDS * 1e9);
    boolean isOfLibrary = className.startsWith("java.util.concurrent.");
    locks.add(
        new LockUse(
            new LockId(className, 7, isOfLibrary ? LockKind.JUC : LockKind.MONITOR),
            perSecond * RUN_SECONDS,
            nanos,
            1_000_000,
            0,
            0,
            0,
            List.of(),
            List.of(new LockStack("", frames, perSecond * RUN_SECONDS, nanos)),
            List.of()));
    return this;
  }

  Experiment experiment() {
    List<Experiment.Window> windows = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int cores = 1; cores <= allCores; cores = next(cores)) {
        if (pairs.length == 0 || cores == pairs[round] || cores == allCores) {
          windows.add(window(round, cores));
        }
      }
    }
    return new Experiment(windows, accesses);
  }

  private int next(int cores) {
    return cores < allCores && cores * 2 > allCores ? allCores : cores * 2;
  }

  private Experiment.Window window(int round, int cores) {
    double warmth = round < cold && cores < allCores ? 1 / 3.0 : 1;
    double pace = warmth * (1 + drift * round / rounds) * (1 + noise * random.nextGaussian());
    int had = huddled.contains(round) || disturbed.contains(round) ? 1 : cores;
    double left = disturbed.contains(round) ? 0.8 : 1;
    double cpu =
        left * Math.min(had, busyCores) * SECONDS * (1 + noise / 3 * random.nextGaussian());
    List<Experiment.Work> works = new ArrayList<>();
    rates.forEach(
        (work, rate) ->
            works.add(
                new Experiment.Work(
                    work.unit(),
                    work.name(),
                    Math.round(rate.applyAsDouble(had) * left * SECONDS * pace))));
    return new Experiment.Window(
        windowMillis(round, cores),
        round,
        cores,
        cores < allCores ? threads : 0,
        (long) (SECONDS * 1e9),
        (long) (cpu * 1e9),
        works,
        samples(cores));
  }

  private static long windowMillis(int round, int cores) {
    return 1000L * round + 10L * cores;
  }

  private List<Samples.Counted> samples(int cores) {
    double all = costs.values().stream().mapToDouble(cost -> cost.applyAsDouble(cores)).sum();
    int count = (int) (SAMPLES_PER_CORE * Math.min(5, Math.max(2, cores)));
    Map<List<Frame>, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < count && all > 0; i++) {
      double at = random.nextDouble() * all;
      for (Map.Entry<List<Frame>, IntToDoubleFunction> code : costs.entrySet()) {
        at -= code.getValue().applyAsDouble(cores);
        if (at < 0) {
          counts.merge(code.getKey(), 1L, Long::sum);
          break;
        }
      }
    }
    return counts.entrySet().stream()
        .map(entry -> new Samples.Counted(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** A recording of 20 s with this experiment, in which threads run all the time. */
  public Recording recording() {
    Experiment experiment = experiment();
    List<CpuTick> cpu = new ArrayList<>();
    List<Snapshot> looks = new ArrayList<>();
    float share = (float) (busyCores / allCores);
    List<ThreadSample> running = new ArrayList<>();
    for (int i = 0; i < Math.round(busyCores); i++) {
      running.add(
          new ThreadSample(
              10 + i,
              "worker-" + i,
              Thread.State.RUNNABLE,
              1,
              1,
              List.of(Frame.parse("com.acme.Worker.run(Worker.java:3)")),
              ThreadSample.Blocker.NONE,
              0));
    }
    running.addAll(waiting);
    for (int tick = 1; tick <= 10 * RUN_SECONDS; tick++) {
      float now = tick % cycleTicks < cycleTicks / 2 ? share / 2 : share;
      float all = disturbed.contains((int) (tick * 100L / 1000)) ? 1 : now;
      float own = disturbed.contains((int) (tick * 100L / 1000)) ? share / 2 : now;
      cpu.add(new CpuTick(tick * 100L, 100_000_000, all, own, allCores, 0));
      looks.add(new Snapshot(tick * 100L - 50, running, List.of()));
    }
    return new Recording(
        Instant.EPOCH,
        RUN_SECONDS * 1_000_000_000L,
        new CollectorInfo("1", "run", 1, "com.acme.Main", "OpenJDK 17", "", allCores),
        List.of(),
        LockSource.UNCORK,
        0,
        cpu,
        List.of(),
        List.of(
            new ThreadUse(1, "worker", (long) (busyCores * RUN_SECONDS * 1e9), 0, RUN_SECONDS, 0)),
        List.of(),
        locks,
        List.of(),
        List.of(),
        List.of(),
        samples(experiment),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        Timelines.NONE,
        looks,
        List.of(),
        JvmActivity.UNKNOWN,
        experiment);
  }

  CoreCurve curve() {
    return CoreCurve.of(recording());
  }
}
