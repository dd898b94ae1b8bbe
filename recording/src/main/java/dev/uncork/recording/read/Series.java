package dev.uncork.recording.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;

/** Ticks in order of time; when full, each two neighbours become one, so that memory is bounded. */
final class Series<T> {
  private final int capacity;
  private final ToLongFunction<T> time;
  private final BinaryOperator<T> merge;
  private List<T> ticks = new ArrayList<>();
  private boolean thinned;

  Series(int capacity, ToLongFunction<T> time, BinaryOperator<T> merge) {
    this.capacity = capacity;
    this.time = time;
    this.merge = merge;
  }

  void add(T tick) {
    ticks.add(tick);
    if (ticks.size() >= capacity) {
      thin();
    }
  }

  /** Whether neighbours were merged. */
  boolean thinned() {
    return thinned;
  }

  List<T> sorted() {
    ticks.sort(Comparator.comparingLong(time));
    return ticks;
  }

  private void thin() {
    thinned = true;
    sorted();
    List<T> half = new ArrayList<>(capacity / 2 + 1);
    for (int i = 0; i + 1 < ticks.size(); i += 2) {
      half.add(merge.apply(ticks.get(i), ticks.get(i + 1)));
    }
    if (ticks.size() % 2 == 1) {
      half.add(ticks.get(ticks.size() - 1));
    }
    ticks = half;
  }
}
