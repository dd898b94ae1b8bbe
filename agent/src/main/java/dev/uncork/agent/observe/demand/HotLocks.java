package dev.uncork.agent.observe.demand;

import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.agent.observe.locks.TakingMethod;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.event.ContendedLockEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which classes of locks threads wait for, and the classes whose methods take them: gathered from
 * the counts that the recording gets, too.
 */
final class HotLocks implements LockListener {
  /** Locks that are measured at most. */
  private static final int MOST_LOCKS = 8;

  /** Share of the first lock's wait below which a lock isn't hot; it may be the next to be. */
  private static final double LEAST_SHARE = 0.001;

  private static final int MOST_HOLDERS = 8;

  /** A hot class of locks and the classes whose methods take it. */
  record HotLock(String lockClass, LockKind kind, long waitNanos, Set<String> holders) {}

  /** Equality is spelt out for the reason told at {@link LockCounts.LockKey}. */
  private record Key(String lockClass, boolean monitor) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.monitor == monitor && key.lockClass.equals(lockClass);
    }

    @Override
    public int hashCode() {
      return lockClass.hashCode() * 2 + (monitor ? 1 : 0);
    }
  }

  private static final class Sums {
    LockKind kind = LockKind.MONITOR;
    long waitNanos;
    final Set<String> holders = new LinkedHashSet<>();
  }

  private final Map<Key, Sums> sums = new HashMap<>();
  private long waitNanos;
  private long longestNanos;

  @Override
  public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
    if (event.waitTime > 0) {
      Sums of = of(key, lockClass);
      of.waitNanos += event.waitTime;
      waitNanos += event.waitTime;
      longestNanos = Math.max(longestNanos, event.waitTime);
    }
  }

  @Override
  public void waiters(
      LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
    Sums of = of(key, lockClass);
    if (of.holders.size() < MOST_HOLDERS) {
      String holder = TakingMethod.of(stack).type();
      if (!holder.isEmpty()) {
        of.holders.add(holder);
      }
    }
  }

  private Sums of(LockCounts.LockKey key, String lockClass) {
    boolean monitor = key.kind() == LockKind.MONITOR;
    Sums found = sums.computeIfAbsent(new Key(lockClass, monitor), k -> new Sums());
    found.kind = key.kind();
    return found;
  }

  /**
   * Thread time waited for locks in some time.
   *
   * @param allNanos for all of them
   * @param longestNanos for the lock that was waited for longest
   */
  record Waited(long allNanos, long longestNanos) {}

  /** What was waited since the last call. */
  Waited takeWaited() {
    Waited taken = new Waited(waitNanos, longestNanos);
    waitNanos = 0;
    longestNanos = 0;
    return taken;
  }

  /** The hot locks, the one waited for longest first. */
  List<HotLock> hottest() {
    List<HotLock> all = new ArrayList<>();
    sums.forEach(
        (key, of) ->
            all.add(
                new HotLock(
                    key.lockClass(), of.kind, of.waitNanos, new LinkedHashSet<>(of.holders))));
    all.sort(Comparator.comparingLong(HotLock::waitNanos).reversed());
    if (all.isEmpty()) {
      return all;
    }
    double least = LEAST_SHARE * all.get(0).waitNanos();
    return all.stream()
        .filter(lock -> lock.waitNanos() > 0 && lock.waitNanos() >= least)
        .filter(lock -> !lock.holders().isEmpty())
        .limit(MOST_LOCKS)
        .toList();
  }
}
