package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import dev.uncork.recording.ThreadSecond;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A recording made up of looks at threads, ten a second, on cores of which some are busy. */
final class Looks {
  static final String SLEEP = "java.lang.Thread.sleep(Thread.java:509)";
  static final String VIRTUAL_RUN = "java.lang.VirtualThread.run(VirtualThread.java:460)";
  static final String PARK = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)";

  private final int cores;
  private JvmActivity jvm = JvmActivity.UNKNOWN;
  private Experiment experiment = Experiment.NONE;
  private double readyThreads;
  private long durationMillis;
  private final double busyCores;
  private final double othersCores;
  private final List<CpuTick> ticks = new ArrayList<>();
  private final List<ProgressPoint> progress = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final List<ThreadSample> threads = new ArrayList<>();
  private final List<PoolUse> pools = new ArrayList<>();
  private final List<LockStack> pinned = new ArrayList<>();
  private final List<ProcessTick> process = new ArrayList<>();
  private final List<LockUse> locks = new ArrayList<>();
  private final List<ThreadUse> uses = new ArrayList<>();
  private final List<List<Frame>> sampled = new ArrayList<>();
  private final Map<String, Long> ids = new HashMap<>();
  private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();

  Looks(int cores, double busyCores) {
    this(cores, busyCores, 0);
  }

  /** Beside other processes that use so many cores. */
  Looks(int cores, double busyCores, double othersCores) {
    this.cores = cores;
    this.busyCores = busyCores;
    this.othersCores = othersCores;
  }

  /** What the JVM did meanwhile. */
  Looks jvm(JvmActivity activity) {
    jvm = activity;
    return this;
  }

  /** It goes on for so long, though nobody looks any more. */
  Looks lasts(long millis) {
    durationMillis = millis;
    return this;
  }

  /** The use of the cores was seen at these moments only, each time since the one before. */
  Looks seen(long... millis) {
    long begin = 0;
    for (long end : millis) {
      ticks.add(tick(end, end - begin));
      begin = end;
    }
    return this;
  }

  private CpuTick tick(long endMillis, long millis) {
    float own = (float) (busyCores / cores);
    float all = (float) ((busyCores + othersCores) / cores);
    return new CpuTick(endMillis, millis * 1_000_000, all, own, cores, 0);
  }

  /** Where virtual threads kept their carriers. */
  Looks pinned(LockStack place) {
    pinned.add(place);
    return this;
  }

  /** What it did on fewer cores. */
  Looks experiment(Experiment made) {
    experiment = made;
    return this;
  }

  /** CPU time of the process, in seconds. */
  Looks process(double user, double system) {
    long userNanos = (long) (user * 1e9);
    long systemNanos = (long) (system * 1e9);
    process.add(new ProcessTick(1000, 1, userNanos, systemNanos, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0));
    return this;
  }

  /** What a lock cost meanwhile. */
  Looks lock(LockUse use) {
    locks.add(use);
    return this;
  }

  /** The program reports so many operations a second. */
  Looks operations(double rate) {
    progress.add(new ProgressPoint(1000, -1, rate, "output", ""));
    return this;
  }

  /** How much CPU time a thread used each time it got a core. */
  Looks turns(String thread, long nanosEach) {
    uses.add(new ThreadUse(id(thread), thread, 10_000_000, 0, 1, 0, nanosEach));
    return this;
  }

  /** How much CPU time a thread used in all, in seconds. */
  Looks used(String thread, double seconds) {
    uses.add(new ThreadUse(id(thread), thread, (long) (seconds * 1e9), 0, 1, 0));
    return this;
  }

  /** So many samples of CPU time, all with one stack. */
  Looks sampled(int count, String... frames) {
    List<Frame> stack = Arrays.stream(frames).map(Frame::parse).toList();
    sampled.addAll(Collections.nCopies(count, stack));
    return this;
  }

  private Samples samples() {
    int count = sampled.size();
    int[] stackIndexes = IntStream.range(0, count).toArray();
    return new Samples(sampled, new int[count], new long[count], stackIndexes);
  }

  /** Id of the thread of that name. */
  long id(String thread) {
    return ids.computeIfAbsent(thread, name -> (long) ids.size() + 10);
  }

  /** A thread of the next look that runs. */
  Looks runs(String thread, double cpuShare, String... frames) {
    return add(thread, Thread.State.RUNNABLE, cpuShare, Blocker.NONE, 0, frames);
  }

  /** A thread of the next look that runs, with a number of its own. */
  Looks runs(String thread, long id, double cpuShare, String... frames) {
    add(thread, Thread.State.RUNNABLE, cpuShare, Blocker.NONE, 0, frames);
    ThreadSample last = threads.remove(threads.size() - 1);
    threads.add(
        new ThreadSample(
            1000 + id,
            thread,
            last.state(),
            last.cpuShare(),
            1,
            last.stack(),
            last.blocker(),
            last.pool()));
    return this;
  }

  /** A thread of the next look that waits, having run for a little since the last. */
  Looks waits(String thread, String... frames) {
    return add(thread, Thread.State.TIMED_WAITING, 0.05, Blocker.NONE, 0, frames);
  }

  /** A thread of the next look that waits, having used so much of a core since the last. */
  Looks ran(String thread, double cpuShare, String... frames) {
    return add(thread, Thread.State.WAITING, cpuShare, Blocker.NONE, 0, frames);
  }

  /** A thread of the next look that has waited since the last one. */
  Looks stays(String thread, String... frames) {
    return add(thread, Thread.State.TIMED_WAITING, 0, Blocker.NONE, 0, frames);
  }

  /** A thread of the next look that is blocked at a monitor, the only one that its owner has. */
  Looks blocked(String thread, String lock, String owner, String... frames) {
    int instance = 7 + (owner.isEmpty() ? 0 : (int) id(owner));
    return blocked(thread, lock, instance, owner, frames);
  }

  /** A thread of the next look that is blocked at a monitor. */
  Looks blocked(String thread, String lock, int instance, String owner, String... frames) {
    Blocker blocker = new Blocker(lock, instance, owner.isEmpty() ? -1 : id(owner));
    return add(thread, Thread.State.BLOCKED, 0, blocker, 0, frames);
  }

  /** A thread of the next look that has waited since the last one for what nobody owns alone. */
  Looks standsAt(String thread, String object, String... frames) {
    return add(thread, Thread.State.WAITING, 0, new Blocker(object, 9, -1), 0, frames);
  }

  /** A thread of the next look that waits for an object of that class, without a deadline. */
  Looks waitsFor(String thread, String object, String... frames) {
    Blocker blocker = new Blocker(object, 9, -1);
    return add(thread, Thread.State.WAITING, 0.05, blocker, 0, frames);
  }

  /** A thread of the next look that waits until another one ends. */
  Looks joins(String thread, String other, String at) {
    return add(
        thread,
        Thread.State.WAITING,
        0,
        new Blocker("java.lang.Thread", 9, id(other)),
        0,
        "java.lang.Object.wait(Object.java:389)",
        "java.lang.Thread.join(Thread.java:1963)",
        at);
  }

  /** A thread of the next look that waits for a permit of one of the program's semaphores. */
  Looks waitsForPermit(String thread, int semaphore, String at) {
    return add(
        thread,
        Thread.State.WAITING,
        0.25,
        new Blocker("java.util.concurrent.Semaphore", semaphore, -1),
        0,
        PARK,
        "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
        at);
  }

  /** A thread of the next look that reads what another thread of the program has to answer. */
  Looks asks(String thread, double cpuShare, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.OWN_ANSWER, 0, -1, "127.0.0.1:8080");
    return add(thread, Thread.State.RUNNABLE, cpuShare, blocker, 0, frames);
  }

  /**
   * A thread of the next look that reads what another thread of the program may tell it unasked.
   */
  Looks listens(String thread, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.UNASKED, 0, -1);
    return add(thread, Thread.State.RUNNABLE, 0.01, blocker, 0, frames);
  }

  /** A thread of the next look that reads the next request of a client. */
  Looks serves(String thread, double cpuShare, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.REQUEST, 0, -1);
    return add(thread, Thread.State.RUNNABLE, cpuShare, blocker, 0, frames);
  }

  /** A thread of the next look that waits for a file in native code. */
  Looks usesFile(String thread, double cpuShare, String path, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.FILE, 0, -1, path);
    return add(thread, Thread.State.RUNNABLE, cpuShare, blocker, 0, frames);
  }

  /** A thread of the next look that sleeps in native code. */
  Looks pauses(String thread, double cpuShare, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.PAUSE, 0, -1);
    return add(thread, Thread.State.RUNNABLE, cpuShare, blocker, 0, frames);
  }

  /** A thread of the next look that writes to the pipe of a child process. */
  Looks writesToChild(String thread, String... frames) {
    return readsFromChild(thread, 0.01, frames);
  }

  /** A thread of the next look that reads from the pipe of a child process. */
  Looks readsFromChild(String thread, double cpuShare, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.PIPE, 0, -1);
    return add(thread, Thread.State.RUNNABLE, cpuShare, blocker, 0, frames);
  }

  /** A thread of the next look that reads from something without a name. */
  Looks readsInput(String thread, String... frames) {
    Blocker blocker = new Blocker(AwaitedClass.INPUT, 0, -1);
    return add(thread, Thread.State.RUNNABLE, 0, blocker, 0, frames);
  }

  /** A thread of the next look that selects among connections, one of which goes there. */
  Looks selects(String thread, String host, boolean own) {
    Blocker blocker = new Blocker(own ? AwaitedClass.OWN_ANSWER : "", 0, -1, host);
    return add(thread, Thread.State.RUNNABLE, 0.05, blocker, 0, "sun.nio.ch.EPoll.wait");
  }

  /** Threads that were ready all the time, and had no core. */
  Looks ready(double threads) {
    readyThreads = threads;
    return this;
  }

  /** A worker of a pool in the next look. */
  Looks worker(String thread, int pool, Thread.State state, double cpuShare, String... frames) {
    return add(thread, state, cpuShare, Blocker.NONE, pool, frames);
  }

  /** A worker of a pool in the next look that has waited for a task since the last one. */
  Looks awaits(String thread, int pool, String object, Thread.State state) {
    return add(
        thread,
        state,
        0,
        new Blocker(object, (int) id(thread), -1),
        pool,
        PARK,
        "java.util.concurrent.FutureTask.get(FutureTask.java:190)",
        "com.acme.Render.page(Render.java:7)",
        "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)");
  }

  /** A pool in the next look. */
  Looks pool(int pool, int threads, int active, int queued) {
    return pool(pool, "java.util.concurrent.ThreadPoolExecutor", threads, active, queued);
  }

  /** A pool of some class in the next look. */
  Looks pool(int pool, String type, int threads, int active, int queued) {
    pools.add(
        new PoolUse(pool, type, "worker-1", threads, threads, active, queued, Integer.MAX_VALUE));
    return this;
  }

  /** A virtual thread of the next look that waits; nobody knows whether it ran since the last. */
  Looks virtual(String thread, Blocker blocker, String... frames) {
    return add(thread, Thread.State.WAITING, -1, blocker, 0, onVirtualThread(frames));
  }

  /** A virtual thread of the next look that runs on a carrier, whose CPU time it has. */
  Looks runsVirtually(String thread, double cpuShare, String... frames) {
    return add(thread, Thread.State.RUNNABLE, cpuShare, Blocker.NONE, 7, onVirtualThread(frames));
  }

  /** A virtual thread of the next look that sleeps, not the sleep of the last look. */
  Looks napsVirtually(String thread, String... frames) {
    return add(thread, Thread.State.TIMED_WAITING, 1e-8, Blocker.NONE, 0, onVirtualThread(frames));
  }

  private static String[] onVirtualThread(String... frames) {
    String[] whole = Arrays.copyOf(frames, frames.length + 1);
    whole[frames.length] = VIRTUAL_RUN;
    return whole;
  }

  /** Ends the look. */
  Looks look() {
    snapshots.add(new Snapshot(snapshots.size() * 100L + 50, threads, pools));
    threads.clear();
    pools.clear();
    return this;
  }

  /** Makes the same look so often. */
  Looks looks(int count) {
    List<ThreadSample> sameThreads = List.copyOf(threads);
    List<PoolUse> samePools = List.copyOf(pools);
    look();
    for (int i = 1; i < count; i++) {
      threads.addAll(sameThreads);
      pools.addAll(samePools);
      look();
    }
    return this;
  }

  Ledger ledger() {
    Recording recording = recording();
    return Ledger.of(recording, Seconds.of(recording, cores), cores, new LibraryWaits());
  }

  /** The root that most cores are charged to. */
  Root root() {
    return ledger().roots().get(0);
  }

  private Looks add(
      String thread,
      Thread.State state,
      double cpuShare,
      Blocker blocker,
      int pool,
      String... frames) {
    List<Frame> stack = new ArrayList<>();
    for (String frame : frames) {
      stack.add(Frame.parse(frame));
    }
    List<Frame> shared = stacks.computeIfAbsent(List.copyOf(stack), same -> same);
    threads.add(
        new ThreadSample(id(thread), thread, state, (float) cpuShare, 1, shared, blocker, pool));
    return this;
  }

  Recording recording() {
    List<CpuTick> cpu = new ArrayList<>(ticks);
    for (int i = 1; ticks.isEmpty() && i <= snapshots.size(); i++) {
      cpu.add(tick(i * 100L, 100));
    }
    List<ThreadSecond> seconds = new ArrayList<>();
    for (int s = 0; readyThreads > 0 && 10 * s < snapshots.size(); s++) {
      long ready = (long) (readyThreads * 1e9);
      seconds.add(
          new ThreadSecond(s, 1_000_000_000, 0, 0, 0, -1, "", 0, ready, ThreadSecond.Service.NONE));
    }
    return new Recording(
        Instant.EPOCH,
        Math.max(snapshots.size() * 100L, durationMillis) * 1_000_000,
        new CollectorInfo("1", "run", 1, "", "", "", cores),
        List.of(),
        LockSource.UNCORK,
        0,
        cpu,
        List.of(),
        uses,
        seconds,
        locks,
        List.of(),
        List.copyOf(process),
        List.of(),
        samples(),
        progress,
        List.of(),
        Optional.empty(),
        List.of(),
        Timelines.NONE,
        snapshots,
        pinned,
        jvm,
        experiment);
  }
}
