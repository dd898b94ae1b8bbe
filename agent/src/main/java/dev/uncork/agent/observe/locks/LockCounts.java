package dev.uncork.agent.observe.locks;

import dev.uncork.agent.observe.RecentMap;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.LockRecord;
import dev.uncork.protocol.thread.StackRole;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.LockStackEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was counted and not yet emitted as events, by lock and by waiting site.
 *
 * <p>The native tables are drained ten times a second, so that they stay small; events are emitted
 * once a second, at most {@link #MAX_LOCKS_PER_SECOND} locks with the longest waits first, and all
 * of them at the end or when they have become very many, for their memory's sake. Nothing is lost
 * in between: what is not emitted stays here. Guarded by this object, since the last drain runs on
 * the thread that stops the recording.
 */
public final class LockCounts {
  private static final int MAX_LOCKS_PER_SECOND = 200;
  private static final int MAX_LOCKS_TO_SEARCH = 5000;
  private static final int MAX_PENDING_LOCKS = 5_000;
  private static final int BUFFER_RECORDS = 1024;
  private static final int MAX_KEPT_STACKS = 2048;

  /** The native tables. */
  public interface Source {
    /** As {@link LockCollector#drain}. */
    int drain(ByteBuffer target);

    /** As {@link LockCollector#className}. */
    String className(int classId);

    /** As {@link LockCollector#stackFrames}. */
    String[] stackFrames(int stackId);
  }

  /** The tables of this JVM. */
  public static final Source NATIVE =
      new Source() {
        @Override
        public int drain(ByteBuffer target) {
          return LockCollector.drain(target);
        }

        @Override
        public String className(int classId) {
          return LockCollector.className(classId);
        }

        @Override
        public String[] stackFrames(int stackId) {
          return LockCollector.stackFrames(stackId);
        }
      };

  /**
   * One lock, as the native tables name it.
   *
   * <p>Equality is spelt out: the JDK's own for records remembers the record's class, softly, and
   * with it all of the agent after detach.
   */
  public record LockKey(LockKind kind, int identityHash, int classId) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof LockKey key
          && key.kind == kind
          && key.identityHash == identityHash
          && key.classId == classId;
    }

    @Override
    public int hashCode() {
      return (identityHash * 31 + kind.ordinal()) * 31 + classId;
    }
  }

  /** Sums of one lock: its event, until it is emitted, and its stacks. */
  private static final class Totals {
    final ContendedLockEvent event = new ContendedLockEvent();
    private @Nullable Site sites;

    /** The sums of a stack, found or made: few locks have more than one or two. */
    private Site site(int stack) {
      for (Site site = sites; site != null; site = site.next) {
        if (site.stack == stack) {
          return site;
        }
      }
      Site made = new Site(stack, sites);
      sites = made;
      return made;
    }
  }

  /** Sums of one waiting stack of a lock. */
  private static final class Site {
    final int stack;
    final @Nullable Site next;
    long count;
    long waitNanos;

    Site(int stack, @Nullable Site next) {
      this.stack = stack;
      this.next = next;
    }
  }

  /** The lock that threads waited for longest since it was last asked for. */
  public record Hottest(LockKey key, String lockClass, long waitNanos) {}

  private final Source source;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_RECORDS * LockRecord.BYTES).order(ByteOrder.nativeOrder());
  private final Map<LockKey, Totals> pending = new HashMap<>();
  private final Map<Integer, String> classNames = new HashMap<>();
  private final Map<Integer, String> stacks = new RecentMap<>(MAX_KEPT_STACKS);

  public LockCounts(Source source) {
    this.source = source;
  }

  /** Takes everything out of the native tables. */
  public synchronized void drain() {
    while (true) {
      buffer.clear();
      int bytes = source.drain(buffer);
      if (bytes <= 0) {
        return;
      }
      for (int at = 0; at < bytes; at += LockRecord.BYTES) {
        add(at);
      }
    }
  }

  /** Emits the events of the hottest locks, and tells of them. */
  public synchronized void emitHottest(List<LockListener> listeners) {
    if (pending.size() <= MAX_LOCKS_PER_SECOND || pending.size() > MAX_PENDING_LOCKS) {
      emitAll(listeners);
      return;
    }
    List<Map.Entry<LockKey, Totals>> order = new ArrayList<>(pending.entrySet());
    order.sort(
        Comparator.comparingLong(
            (Map.Entry<LockKey, Totals> e) ->
                -(e.getValue().event.waitTime + e.getValue().event.waitedTime / 1024)));
    for (Map.Entry<LockKey, Totals> entry : order.subList(0, MAX_LOCKS_PER_SECOND)) {
      emit(entry.getKey(), entry.getValue(), listeners);
      pending.remove(entry.getKey());
    }
  }

  /** Drains, emits all that was counted so far, and tells of it. */
  public synchronized void drainAndEmitAll(List<LockListener> listeners) {
    drain();
    emitAll(listeners);
  }

  /**
   * The lock with the longest wait among those not yet emitted; null when none blocked, or when so
   * many did that looking for one would cost too much.
   */
  public synchronized @Nullable Hottest hottest() {
    if (pending.size() > MAX_LOCKS_TO_SEARCH) {
      return null;
    }
    LockKey best = null;
    long bestNanos = 0;
    for (Map.Entry<LockKey, Totals> entry : pending.entrySet()) {
      long nanos = entry.getValue().event.waitTime;
      if (nanos > bestNanos) {
        best = entry.getKey();
        bestNanos = nanos;
      }
    }
    return best == null ? null : new Hottest(best, className(best.classId()), bestNanos);
  }

  private void emitAll(List<LockListener> listeners) {
    pending.forEach((key, totals) -> emit(key, totals, listeners));
    pending.clear();
  }

  private void emit(LockKey key, Totals totals, List<LockListener> listeners) {
    String name = className(key.classId());
    ContendedLockEvent event = totals.event;
    event.lockClass = name;
    event.instance = key.identityHash();
    event.kind = key.kind().label();
    boolean recorded = !ours(name);
    if (recorded) {
      event.commit();
    }
    listeners.forEach(listener -> listener.lock(key, name, event));
    for (Site site = totals.sites; site != null; site = site.next) {
      String stack = stack(site.stack);
      if (recorded) {
        commit(event, stack, site);
      }
      for (LockListener listener : listeners) {
        listener.waiters(key, name, stack, site.count, site.waitNanos);
      }
    }
  }

  private static void commit(ContendedLockEvent lock, String stack, Site site) {
    LockStackEvent event = new LockStackEvent();
    event.lockClass = lock.lockClass;
    event.instance = lock.instance;
    event.kind = lock.kind;
    event.role = StackRole.WAITER.label();
    event.threadName = "";
    event.stack = stack;
    event.count = site.count;
    event.waitTime = site.waitNanos;
    event.verified = true;
    event.commit();
  }

  /** Locks of the observers themselves, which the application does not use. */
  private static boolean ours(String lockClass) {
    return lockClass.startsWith("jdk.jfr.") || lockClass.startsWith("dev.uncork.agent.");
  }

  private void add(int at) {
    int type = buffer.getInt(at + LockRecord.AT_TYPE);
    LockKey key =
        new LockKey(
            LockKind.ofCode(buffer.getInt(at + LockRecord.AT_KIND)),
            buffer.getInt(at + LockRecord.AT_IDENTITY_HASH),
            buffer.getInt(at + LockRecord.AT_CLASS_ID));
    Totals totals = pending.computeIfAbsent(key, k -> new Totals());
    if (type == LockRecord.LOCK) {
      ContendedLockEvent event = totals.event;
      event.blocked += buffer.getLong(at + LockRecord.AT_BLOCKED);
      event.waitTime += buffer.getLong(at + LockRecord.AT_WAIT_NANOS);
      event.maxWaitTime =
          Math.max(event.maxWaitTime, buffer.getLong(at + LockRecord.AT_MAX_WAIT_NANOS));
      event.waits += buffer.getLong(at + LockRecord.AT_WAITS);
      event.waitedTime += buffer.getLong(at + LockRecord.AT_WAITED_NANOS);
      event.longBlocked += buffer.getLong(at + LockRecord.AT_LONG_BLOCKED);
    } else if (type == LockRecord.SITE) {
      Site site = totals.site(buffer.getInt(at + LockRecord.AT_STACK_ID));
      site.count += buffer.getLong(at + LockRecord.AT_COUNT);
      site.waitNanos += buffer.getLong(at + LockRecord.AT_COUNT_NANOS);
    }
  }

  private String className(int classId) {
    return classNames.computeIfAbsent(classId, source::className);
  }

  private String stack(int stackId) {
    return stacks.computeIfAbsent(stackId, id -> withoutHooks(source.stackFrames(id)));
  }

  /** Frames one a line, without those that the rewriting put on top of a synchronizer's own. */
  private static String withoutHooks(String[] frames) {
    return Arrays.stream(frames)
        .dropWhile(frame -> frame.startsWith("dev.uncork.boot."))
        .collect(Collectors.joining("\n"));
  }
}
