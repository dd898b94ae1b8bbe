package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.boot.jvm.VirtualThreads;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.recording.event.ThreadSampleEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at virtual threads that wait and have left their carriers; the others are looked at with
 * their carriers.
 *
 * <p>There may be a million of them: they are counted, and {@link #MOST} looked at, at even
 * distances from a beginning that wanders with each count. A count that took t of CPU time is not
 * repeated for 400 t, and between two counts the same threads are looked at.
 *
 * <p>The JDK itself walks the stack of one that has no carrier: who would wake it meanwhile leaves
 * that to the walker. Nobody has its CPU time; only one that sleeps through the same sleep as
 * before is known not to have run.
 */
final class VirtualThreadSampler {
  private static final int MOST = 48;
  private static final int REST_PER_COST = 400;

  /** Steps of this length, modulo 1, come everywhere and soon: the golden ratio's. */
  private static final double STEP = 0.6180339887498949;

  private static final class Watched extends WatchedThread {
    @Nullable Object timeout;

    Watched(Thread thread, float weight) {
      super(thread);
      this.weight = weight;
    }
  }

  private final JdkField carrier = new JdkField("java.lang.VirtualThread#carrierThread");
  private final JdkField timeout = new JdkField("java.lang.VirtualThread#timeoutTask");
  private final ParkBlockers parked = new ParkBlockers();
  private final VirtualReads reads;
  private final StackTexts stacks;
  private final PoolCensus pools;
  private @Nullable ThreadContainers containers;
  private boolean asked;
  private String lost = "";
  private final Set<Thread> onCarriers = Collections.newSetFromMap(new IdentityHashMap<>());
  private Map<Thread, Watched> chosen = new IdentityHashMap<>();
  private int count;
  private int counts;
  private long nextNanos;
  private double start;

  VirtualThreadSampler(StackTexts stacks, Connections connections, PoolCensus pools) {
    this.stacks = stacks;
    this.pools = pools;
    this.reads = new VirtualReads(connections);
  }

  /** Why it can't look at them any more; empty while it can. */
  String lost() {
    return lost;
  }

  /** One was looked at on its carrier, as part of the next snapshot. */
  void looked(Thread mounted) {
    onCarriers.add(mounted);
  }

  /** Looks at some, as part of a snapshot. */
  void look(long snapshot, long nowNanos) {
    try {
      lookAtSome(snapshot, nowNanos);
    } catch (LinkageError | RuntimeException e) { // Of a JDK whose insides have changed.
      containers = null;
      lost = "waiting virtual threads can't be listed: " + e;
    } finally {
      onCarriers.clear();
    }
  }

  private void lookAtSome(long snapshot, long nowNanos) {
    if (!asked && VirtualThreads.exist()) {
      asked = true;
      containers = ThreadContainers.find();
      nextNanos = nowNanos;
    }
    ThreadContainers from = containers;
    if (from == null) {
      return;
    }
    if (nowNanos - nextNanos >= 0) {
      long beginNanos = ThreadStacks.cpuNanos0(Thread.currentThread());
      choose(from);
      long usedNanos = ThreadStacks.cpuNanos0(Thread.currentThread()) - beginNanos;
      nextNanos = nowNanos + ThreadSampler.rest(++counts, REST_PER_COST * usedNanos);
    }
    reads.find(chosen.keySet());
    for (Watched watched : chosen.values()) {
      look(snapshot, watched);
    }
  }

  /** As many as there are is known only afterwards: as many as before, that is. */
  private void choose(ThreadContainers from) {
    double distance = Math.max(1, (double) count / MOST);
    start = (start + STEP) % 1;
    double first = start * distance;
    List<Thread> found = new ArrayList<>(MOST);
    int[] seen = {0};
    from.forEach(
        thread -> {
          if (VirtualThreads.isOne(thread)) {
            if (seen[0] >= first + found.size() * distance - 0.5 && found.size() < 2 * MOST) {
              found.add(thread);
            }
            seen[0]++;
          }
        });
    count = seen[0];
    Map<Thread, Watched> before = chosen;
    chosen = new IdentityHashMap<>();
    for (Thread thread : found) {
      Watched now = new Watched(thread, Math.max(1, (float) count / found.size()));
      Watched known = before.get(thread);
      if (known != null) {
        now.timeout = known.timeout;
        now.lookedNanos = known.lookedNanos;
        now.worker = known.worker;
      }
      chosen.put(thread, now);
    }
  }

  private void look(long snapshot, Watched watched) {
    Thread thread = watched.thread;
    if (carrier.get(thread) != null || onCarriers.contains(thread)) {
      return;
    }
    Thread.State state = thread.getState();
    if (state == Thread.State.RUNNABLE || !thread.isAlive()) {
      return;
    }
    Object parkedFor = LockSupport.getBlocker(thread);
    WaitedFor blocker = parkedFor == null ? reads.of(thread) : parked.of(parkedFor);
    StackTraceElement[] frames = thread.getStackTrace();
    boolean steady =
        carrier.get(thread) == null
            && thread.getState() == state
            && LockSupport.getBlocker(thread) == parkedFor;
    if (steady) {
      emit(snapshot, watched, state, frames, blocker);
    }
  }

  private void emit(
      long snapshot,
      Watched watched,
      Thread.State state,
      StackTraceElement[] frames,
      WaitedFor blocker) {
    long now = System.nanoTime();
    Object task = timeout.get(watched.thread);
    boolean known = watched.lookedNanos != 0 && (task != null || watched.timeout != null);
    ThreadSampleEvent event = new ThreadSampleEvent();
    event.snapshot = snapshot;
    event.threadId = watched.id;
    event.threadName = watched.thread.getName();
    event.threadState = state.name();
    event.cpuTime = !known ? -1 : task == watched.timeout ? 0 : 1;
    event.interval = known ? now - watched.lookedNanos : 0;
    event.weight = watched.weight;
    stacks.of(frames).tell(event, now);
    blocker.tell(event);
    event.pool = pools.add(watched);
    event.commit();
    watched.timeout = task;
    watched.lookedNanos = now;
  }
}
