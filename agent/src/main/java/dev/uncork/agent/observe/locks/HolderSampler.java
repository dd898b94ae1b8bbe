package dev.uncork.agent.observe.locks;

import dev.uncork.agent.jvm.FrameText;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.thread.StackRole;
import dev.uncork.recording.event.LockStackEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Samples of who holds the hottest lock, and where; only while there is a hot one.
 *
 * <p>Asking for an owner and its stack stops the VM for a moment, so one lock at a time is sampled,
 * and after a sample that took t there is none for 100 t, but for no longer than 0.4 s. Owner and
 * stack are two questions: a sample counts as verified when the stack itself shows the lock, or
 * when the owner is still the same after the stack. Samples that could not be verified are emitted,
 * marked, only when there is no verified one.
 */
public final class HolderSampler {
  /** A lock is hot when threads waited for it this long in one second, summed over threads. */
  private static final long HOT_NANOS = 5_000_000;

  private static final int REST_PER_COST = 100;

  /** A sample that took 4 ms or more had to wait for a CPU; the JVM hardly stood still for it. */
  private static final long MAX_REST_NANOS = 400_000_000;

  private static final int MAX_FRAMES = 64;

  /** Spells its equality out for the reason that {@link LockCounts.LockKey} tells. */
  private record Sample(String threadName, String stack, boolean verified) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Sample sample
          && sample.verified == verified
          && sample.threadName.equals(threadName)
          && sample.stack.equals(stack);
    }

    @Override
    public int hashCode() {
      return (threadName.hashCode() * 31 + stack.hashCode()) * 31 + (verified ? 1 : 0);
    }
  }

  private final Map<Sample, long[]> samples = new HashMap<>();
  private final MonitorStacks monitorStacks = new MonitorStacks();
  private LockCounts.@Nullable Hottest watched;
  private boolean hotInThisSecond;
  private long nextNanos;
  private String lost = "";

  /** Whether there is a lock to sample, that is whether {@link #tick} wants to be called often. */
  public boolean active() {
    return watched != null;
  }

  /** Why holders of monitors cannot be verified in this JVM; empty when they can. */
  public String lost() {
    return lost;
  }

  /**
   * Turns to the lock that is the hottest now, if that is another one and hot enough.
   *
   * @param hottest the lock with the longest wait in the current second, or null
   */
  public void aim(LockCounts.@Nullable Hottest hottest) {
    if (hottest == null || hottest.waitNanos() < HOT_NANOS) {
      return;
    }
    LockCounts.Hottest before = watched;
    if (before == null || !before.key().equals(hottest.key())) {
      emit();
      watched = hottest;
      LockCollector.watch(hottest.key().identityHash());
    }
    hotInThisSecond = true;
  }

  /** Takes one sample, if it is time to. */
  public void tick(long nowNanos) {
    LockCounts.Hottest hot = watched;
    if (hot == null || nowNanos - nextNanos < 0) {
      return;
    }
    Object lock = LockCollector.watched();
    if (lock == null || System.identityHashCode(lock) != hot.key().identityHash()) {
      return;
    }
    Sample sample = hot.key().kind() == LockKind.MONITOR ? monitor(lock) : synchronizer(lock);
    if (sample != null) {
      samples.computeIfAbsent(sample, s -> new long[1])[0]++;
    }
    long costNanos = System.nanoTime() - nowNanos;
    nextNanos = nowNanos + costNanos + Math.min(REST_PER_COST * costNanos, MAX_REST_NANOS);
  }

  /** Once a second: emits the samples, and rests when no lock was hot in that second. */
  public void second() {
    emit();
    if (!hotInThisSecond && watched != null) {
      watched = null;
      LockCollector.watch(0);
    }
    hotInThisSecond = false;
  }

  /** Watches nothing any more and emits what is left. */
  public void stop() {
    emit();
    watched = null;
    LockCollector.watch(0);
  }

  private void emit() {
    LockCounts.Hottest lock = watched;
    if (lock != null) {
      boolean anyVerified = samples.keySet().stream().anyMatch(Sample::verified);
      samples.forEach(
          (sample, count) -> {
            if (sample.verified() || !anyVerified) {
              emit(lock, sample, count[0]);
            }
          });
    }
    samples.clear();
  }

  private @Nullable Sample monitor(Object lock) {
    Thread owner = LockCollector.monitorOwner(lock);
    if (owner == null || owner == Thread.currentThread()) {
      return null;
    }
    String verified = null;
    try {
      verified = monitorStacks.lockedStack(owner, lock, MAX_FRAMES);
    } catch (LinkageError | RuntimeException e) {
      lost = "who holds a monitor can't be verified: " + e;
    }
    if (verified != null) {
      return new Sample(owner.getName(), verified, true);
    }
    String stack = stack(owner.getStackTrace());
    return stack.isEmpty() ? null : new Sample(owner.getName(), stack, false);
  }

  private static @Nullable Sample synchronizer(Object synchronizer) {
    Thread owner = LockCollector.synchronizerOwner(synchronizer);
    if (owner == null) {
      return null;
    }
    String stack = stack(owner.getStackTrace());
    boolean verified = LockCollector.synchronizerOwner(synchronizer) == owner;
    return stack.isEmpty() ? null : new Sample(owner.getName(), stack, verified);
  }

  /** Frames as events carry them, without those of the lock itself on top. */
  private static String stack(StackTraceElement[] frames) {
    StringBuilder text = new StringBuilder();
    int first = 0;
    while (first < frames.length && ofLock(frames[first].getClassName())) {
      first++;
    }
    for (int i = first; i < frames.length && i < first + MAX_FRAMES; i++) {
      FrameText.append(text, frames[i]);
    }
    return text.toString();
  }

  private static boolean ofLock(String className) {
    return className.startsWith("java.util.concurrent.locks.")
        || className.equals("jdk.internal.misc.Unsafe")
        || className.startsWith("java.lang.VirtualThread")
        || className.startsWith("dev.uncork.boot.");
  }

  private static void emit(LockCounts.Hottest lock, Sample sample, long count) {
    LockStackEvent event = new LockStackEvent();
    event.lockClass = lock.lockClass();
    event.instance = lock.key().identityHash();
    event.kind = lock.key().kind().label();
    event.role = StackRole.HOLDER.label();
    event.threadName = sample.threadName();
    event.stack = sample.stack();
    event.count = count;
    event.verified = sample.verified();
    event.commit();
  }
}
