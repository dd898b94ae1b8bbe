package dev.uncork.sparkledger.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values that many tasks share, each with a number. Beyond a limit all others share one. */
final class Labels<T> {
  private final int most;
  private final T rest;
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /**
   * None yet.
   *
   * @param rest what stands for those beyond the limit
   */
  Labels(int most, T rest) {
    this.most = most;
    this.rest = rest;
  }

  int number(T value) {
    @Nullable Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    if (values.size() >= most && !value.equals(rest)) {
      return number(rest);
    }
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  T value(int number) {
    return values.get(number);
  }

  List<T> values() {
    return List.copyOf(values);
  }
}
