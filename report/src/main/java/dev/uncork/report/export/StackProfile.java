package dev.uncork.report.export;

import dev.uncork.recording.Frame;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import java.util.ArrayList;
import java.util.List;

/**
 * All stacks of a recording with their weights.
 *
 * <p>The contentions add up to the exact count of acquires that blocked: what has no stack, or
 * belongs to a lock that the recording lists only by its class, has one frame that says so.
 *
 * @param entries one per stack, kind and lock
 */
record StackProfile(List<Entry> entries) {
  private static final Frame NO_STACK = new Frame("", "[stack not kept]", "", 0);
  private static final Frame OTHER_LOCKS = new Frame("", "[other locks of this class]", "", 0);

  StackProfile {
    entries = List.copyOf(entries);
  }

  /**
   * One stack.
   *
   * @param lockClass the lock that it waits for or holds; empty for a running thread
   * @param thread name of the thread, where it is known
   * @param frames innermost first
   * @param count acquires that blocked, or samples
   * @param waitNanos time that the acquires took
   */
  record Entry(
      StackKind kind,
      String lockClass,
      String thread,
      List<Frame> frames,
      long count,
      long waitNanos) {
    Entry {
      frames = List.copyOf(frames);
    }
  }

  static StackProfile of(Recording recording) {
    List<Entry> entries = new ArrayList<>();
    for (LockUse lock : recording.locks()) {
      waits(lock, entries);
      for (LockStack holder : lock.holders()) {
        entries.add(
            new Entry(
                StackKind.HOLDERS,
                lock.id().lockClass(),
                holder.threadName(),
                framesOf(holder),
                holder.count(),
                0));
      }
    }
    for (LockClassUse all : recording.lockClasses()) {
      rest(all, recording.locks(), entries);
    }
    for (Samples.Counted counted : recording.samples().all()) {
      entries.add(new Entry(StackKind.CPU, "", "", counted.frames(), counted.count(), 0));
    }
    return new StackProfile(entries);
  }

  /** The kind that says most about this recording. */
  StackKind mostTelling() {
    return entries.stream().anyMatch(entry -> entry.kind() == StackKind.WAITS)
        ? StackKind.WAITS
        : StackKind.CPU;
  }

  private static void waits(LockUse lock, List<Entry> entries) {
    long blocked = lock.blocked();
    long nanos = lock.totalAcquireNanos();
    for (LockStack waiter : lock.waiters()) {
      blocked -= waiter.count();
      nanos -= waiter.waitNanos();
      entries.add(
          new Entry(
              StackKind.WAITS,
              lock.id().lockClass(),
              "",
              framesOf(waiter),
              waiter.count(),
              waiter.waitNanos()));
    }
    addRest(lock.id().lockClass(), NO_STACK, blocked, nanos, entries);
  }

  private static void rest(LockClassUse all, List<LockUse> listed, List<Entry> entries) {
    long blocked = all.blocked();
    long nanos = all.totalAcquireNanos();
    for (LockUse lock : listed) {
      if (lock.id().lockClass().equals(all.lockClass()) && lock.id().kind() == all.kind()) {
        blocked -= lock.blocked();
        nanos -= lock.totalAcquireNanos();
      }
    }
    addRest(all.lockClass(), OTHER_LOCKS, blocked, nanos, entries);
  }

  private static void addRest(
      String lockClass, Frame frame, long blocked, long nanos, List<Entry> entries) {
    if (blocked > 0) {
      entries.add(
          new Entry(StackKind.WAITS, lockClass, "", List.of(frame), blocked, Math.max(0, nanos)));
    }
  }

  private static List<Frame> framesOf(LockStack stack) {
    return stack.frames().isEmpty() ? List.of(NO_STACK) : stack.frames();
  }
}
