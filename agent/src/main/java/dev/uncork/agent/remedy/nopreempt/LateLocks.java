package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.agent.observe.locks.TakingMethod;
import dev.uncork.recording.event.ContendedLockEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Classes of locks for which threads waited a millisecond or more, the methods that took them, and
 * those that called these: gathered from the counts that the recording gets, too.
 */
final class LateLocks implements LockListener {
  private static final int MOST_METHODS = 32;

  /** Sums over one class of locks since {@link #takeSecond}. */
  static final class Second {
    long blocked;
    long longBlocked;
  }

  /** By class of lock, then by the method that took it: its callers. */
  private final Map<String, Map<TakingMethod, Set<TakingMethod>>> methods = new HashMap<>();

  private Map<String, Second> second = new HashMap<>();

  @Override
  public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
    if (event.blocked > 0) {
      Second of = second.computeIfAbsent(lockClass, k -> new Second());
      of.blocked += event.blocked;
      of.longBlocked += event.longBlocked;
    }
  }

  @Override
  public void waiters(
      LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
    TakingMethod method = TakingMethod.of(stack);
    Map<TakingMethod, Set<TakingMethod>> known =
        methods.computeIfAbsent(lockClass, k -> new LinkedHashMap<>());
    if (!method.type().isEmpty() && (known.size() < MOST_METHODS || known.containsKey(method))) {
      Set<TakingMethod> callers = known.computeIfAbsent(method, k -> new LinkedHashSet<>());
      if (callers.size() < MOST_METHODS) {
        callers.add(TakingMethod.callerOf(stack));
      }
    }
  }

  /** What was counted since the last call, by class of lock. */
  Map<String, Second> takeSecond() {
    Map<String, Second> taken = second;
    second = new HashMap<>();
    return taken;
  }

  /** The methods in which threads waited for a class of locks. */
  Set<TakingMethod> methods(String lockClass) {
    return Set.copyOf(methods.getOrDefault(lockClass, Map.of()).keySet());
  }

  /** The methods that called one of {@link #methods}. */
  Set<TakingMethod> callers(String lockClass, TakingMethod of) {
    return Set.copyOf(methods.getOrDefault(lockClass, Map.of()).getOrDefault(of, Set.of()));
  }
}
