package dev.uncork.concurrent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The shared part of a {@link ChunkedWorklist}, used under its lock: urgent units, then the others
 * in the order of the worklist.
 */
final class Frontier<E> {
  private final boolean newestFirst;
  private final UnitDeque urgent = new UnitDeque();
  private final UnitDeque units = new UnitDeque();

  Frontier(boolean newestFirst) {
    this.newestFirst = newestFirst;
  }

  long size() {
    return urgent.size() + units.size();
  }

  /** True if no unit is here or on its way. */
  boolean isDrained() {
    return size() == 0;
  }

  void add(@Nullable Object[] added, int count) {
    units.addLast(added, count);
  }

  void addUrgent(E unit) {
    urgent.addFirst(Objects.requireNonNull(unit));
  }

  /** Removes up to max units; returns how many. */
  int take(@Nullable Object[] target, int max) {
    if (urgent.size() > 0) {
      return urgent.removeFirst(target, max);
    }
    return newestFirst ? units.removeLast(target, max) : units.removeFirst(target, max);
  }
}
