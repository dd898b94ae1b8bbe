package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkInternals;
import dev.uncork.agent.jvm.MountedThreads;
import dev.uncork.agent.jvm.ThreadFields;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.protocol.Deadlock;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.event.ThreadSampleEvent;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the program's threads, running or not, at one moment after the other.
 *
 * <p>A look stops one thread, never the VM. Threads that wait or are in native code are looked at
 * first, which they don't notice. One that runs must come to a safepoint, for which it may need a
 * CPU that others have: after {@link #MOST_STOPPING_NANOS} the rest of these are told without a
 * stack, another rest each time.
 *
 * <p>What it costs is bounded: there are at most so many looks in one snapshot ({@link
 * LiveThreads}), and after a snapshot that took t of CPU time there is none for 100 t, which is one
 * percent of one core.
 */
public final class ThreadSampler {
  private static final int REST_PER_COST = 100;
  private static final int LIST_REST_PER_COST = 400;
  private static final long MOST_STOPPING_NANOS = 20_000_000;

  /** The first times cost more, since code is loaded for them; they needn't be rested for. */
  private static final int FIRST_TIMES = 6;

  private static final long FIRST_REST_NANOS = 150_000_000;

  /** Packages of the JDK whose fields tell what threads do. */
  private static final List<String> READ =
      List.of(
          "java.lang",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.locks",
          "jdk.internal.vm",
          "sun.nio.ch");

  private final LiveThreads live = new LiveThreads(LiveThreads.OF_JVM);
  private final Blockers blockers = new Blockers(live);
  private final DeadlockWatch deadlocks = new DeadlockWatch(live, blockers);
  private final PoolCensus pools = new PoolCensus();
  private final StackTexts stacks = new StackTexts(ThreadStacks::frame0);
  private final Connections connections = new Connections();
  private final PlatformReads reads = new PlatformReads(connections);
  private final VirtualThreadSampler virtualThreads =
      new VirtualThreadSampler(stacks, connections, pools);
  private final long[] words = new long[2 * ThreadStacks.MAX_FRAMES];
  private final List<WatchedThread> running = new ArrayList<>();
  private final StackListener listener;
  private long snapshot;
  private long nextNanos;

  private ThreadSampler(StackListener listener) {
    this.listener = listener;
  }

  /**
   * Looks at nothing yet.
   *
   * @param listener told of each look
   */
  public static ThreadSampler create(Instrumentation instrumentation, StackListener listener) {
    Module base = Object.class.getModule();
    for (String name : READ) {
      if (base.getPackages().contains(name)) {
        JdkInternals.open(base, name, instrumentation);
      }
    }
    return new ThreadSampler(listener);
  }

  /** Why it can't tell all; empty while it can. */
  public String lost() {
    return blockers.lost().isEmpty() ? virtualThreads.lost() : blockers.lost();
  }

  /** Threads that wait for each other for ever, as of the last look. */
  public List<Deadlock> deadlocks() {
    return Stream.concat(deadlocks.told().stream(), pools.standing(System.nanoTime()).stream())
        .toList();
  }

  /** What is recorded from now on is to be understood without what was before. */
  public void recordingBegins() {
    stacks.tellAllAgain();
  }

  /** Looks at the threads, if it is time to. */
  public void tick(long nowNanos) {
    if (snapshot > 0 && nowNanos - nextNanos < 0) {
      return;
    }
    snapshot++;
    connections.begin(snapshot);
    Thread self = Thread.currentThread();
    long beginNanos = ThreadStacks.cpuNanos0(self);
    if (live.due(nowNanos)) {
      live.list(nowNanos);
      long listedNanos = ThreadStacks.cpuNanos0(self);
      live.rest(nowNanos, rest(snapshot, LIST_REST_PER_COST * (listedNanos - beginNanos)));
      beginNanos = listedNanos;
    }
    List<WatchedThread> chosen = live.choose();
    reads.lookAtFiles(chosen);
    for (WatchedThread watched : chosen) {
      int state = ThreadStates.of(watched.thread);
      if (ThreadStates.isInJava(state) || MountedThreads.isCarrier(watched.thread)) {
        running.add(watched);
      } else {
        look(watched, state, true);
      }
    }
    lookAtRunning();
    virtualThreads.look(snapshot, nowNanos);
    pools.emit(snapshot, nowNanos);
    deadlocks.look(nowNanos);
    nextNanos =
        nowNanos + rest(snapshot, REST_PER_COST * (ThreadStacks.cpuNanos0(self) - beginNanos));
  }

  /**
   * For how long to rest after something that cost, so that it takes a bounded part of a core.
   *
   * @param times how often it was done
   */
  static long rest(long times, long nanos) {
    return times > FIRST_TIMES ? nanos : Math.min(FIRST_REST_NANOS, nanos);
  }

  private void lookAtRunning() {
    long begin = System.nanoTime();
    int count = running.size();
    for (int i = 0; i < count; i++) {
      WatchedThread watched = running.get((int) ((i + snapshot) % count));
      boolean inTime = System.nanoTime() - begin < MOST_STOPPING_NANOS;
      look(watched, ThreadStates.of(watched.thread), inTime);
    }
    running.clear();
  }

  private void look(WatchedThread watched, int stateBefore, boolean walk) {
    Thread thread = watched.thread;
    if (walk && lookAtMounted(watched)) {
      return;
    }
    int state = stateBefore;
    WaitedFor blocker = WaitedFor.NONE;
    int frames = 0;
    boolean steady = false;
    Object queued = null;
    for (int tries = 0; tries < 2 && !steady; tries++) {
      Object parkedFor = Blockers.parkedFor(thread, state);
      blocker = blockers.of(watched, state, parkedFor);
      queued = ParkBlockers.isTask(parkedFor) ? parkedFor : null;
      frames = walk ? ThreadStacks.walk0(thread, words) : 0;
      int after = ThreadStates.of(thread);
      steady = ThreadStates.same(state, after) && Blockers.parkedFor(thread, after) == parkedFor;
      state = after;
    }
    if (ThreadStates.isAlive(state)) {
      emit(watched, state, frames, steady ? blocker : WaitedFor.NONE, steady ? queued : null);
    }
  }

  /**
   * Looks at the virtual thread that runs on a carrier, in its place: the carrier itself does
   * nothing else. One that waits and keeps its carrier is left to the carrier.
   *
   * @return whether there was one
   */
  private boolean lookAtMounted(WatchedThread carrier) {
    Thread mounted = MountedThreads.running(carrier.thread);
    if (mounted == null) {
      return false;
    }
    StackTraceElement[] frames = mounted.getStackTrace();
    if (frames.length == 0 || MountedThreads.running(carrier.thread) != mounted) {
      return false;
    }
    long now = System.nanoTime();
    long cpuNanos = ThreadStacks.cpuNanos0(carrier.thread);
    ThreadSampleEvent event = new ThreadSampleEvent();
    event.snapshot = snapshot;
    event.threadId = ThreadFields.id(mounted);
    event.threadName = mounted.getName();
    event.threadState = Thread.State.RUNNABLE.name();
    told(event, carrier, cpuNanos, now);
    StackTexts.Stack stack = stacks.of(frames);
    stack.tell(event, now);
    WaitedFor.NONE.tell(event);
    int carriers = pools.add(carrier);
    int own = pools.add(new WatchedThread(mounted));
    event.pool = own == 0 ? carriers : own;
    event.commit();
    used(mounted, stack, event, carrier);
    virtualThreads.looked(mounted);
    carrier.cpuNanos = cpuNanos;
    carrier.lookedNanos = now;
    return true;
  }

  /** CPU time of a thread since the last look at it. */
  private static void told(
      ThreadSampleEvent event, WatchedThread watched, long cpuNanos, long nowNanos) {
    event.cpuTime = watched.cpuNanos < 0 || cpuNanos < 0 ? -1 : cpuNanos - watched.cpuNanos;
    event.interval = watched.cpuNanos < 0 ? 0 : nowNanos - watched.lookedNanos;
    event.weight = watched.weight;
  }

  private void used(
      Thread thread, StackTexts.Stack stack, ThreadSampleEvent event, WatchedThread watched) {
    long usedByAll = (long) (Math.max(0, event.cpuTime) * watched.weight);
    listener.looked(thread, stack.text(), usedByAll);
  }

  private void emit(
      WatchedThread watched, int state, int frames, WaitedFor waitedFor, @Nullable Object forTask) {
    long now = System.nanoTime();
    long cpuNanos = ThreadStacks.cpuNanos0(watched.thread);
    ThreadSampleEvent event = new ThreadSampleEvent();
    event.snapshot = snapshot;
    event.threadId = watched.id;
    event.threadName = watched.thread.getName();
    event.threadState = ThreadStates.named(state).name();
    told(event, watched, cpuNanos, now);
    StackTexts.Stack stack = stacks.of(words, frames);
    stack.tell(event, now);
    WaitedFor blocker = waitedFor;
    boolean inNative = ThreadStates.isInNative(state);
    watched.inForeignCode = inNative && stack.isInForeignCode();
    if (inNative && (stack.readsConnections() || stack.usesFiles())) {
      blocker = reads.of(watched, cpuNanos);
    } else if (watched.inForeignCode) {
      blocker = reads.file(watched, cpuNanos);
    }
    // One that has just begun to wait will mostly have what it waits for soon.
    boolean queued = event.cpuTime == 0 && pools.waitsForOwnQueue(watched, forTask);
    if (queued) {
      blocker = blocker.as(AwaitedClass.OWN_QUEUE);
    }
    blocker.tell(event);
    event.pool = pools.add(watched);
    if (queued && forTask != null && ThreadStates.named(state) == Thread.State.WAITING) {
      pools.waits(watched, forTask, stack.text().lines().toList());
    }
    event.commit();
    used(watched.thread, stack, event, watched);
    watched.cpuNanos = cpuNanos;
    watched.lookedNanos = now;
    if (blocker.owner() >= 0) {
      live.lookAt(blocker.owner());
      deadlocks.suspect(watched);
    }
  }
}
