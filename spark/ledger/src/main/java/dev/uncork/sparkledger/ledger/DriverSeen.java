package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.DriverGap;
import dev.uncork.sparkledger.model.DriverLook;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the plugin saw of the driver in a part of the time; nothing without it. */
final class DriverSeen {
  private final List<DriverGap> gaps;
  private int first;

  DriverSeen(List<DriverGap> gaps) {
    this.gaps =
        gaps.stream().sorted(Comparator.comparingLong(gap -> gap.span().startMillis())).toList();
  }

  /** Milliseconds in which it collected garbage; to be asked in the order of time. */
  long gcMillis(long from, long to) {
    double millis = 0;
    for (int i = begin(from); i < gaps.size() && gaps.get(i).span().startMillis() < to; i++) {
      DriverGap gap = gaps.get(i);
      millis += overlap(gap, from, to) * gap.gcMillis() / Math.max(1, gap.span().millis());
    }
    return Math.round(millis);
  }

  /** The share of the time in which it did something; to be asked in the order of time. */
  double share(DriverLook.Doing doing, long from, long to) {
    return share(gap -> gap.share(doing), from, to);
  }

  /** The share in which it waited for work, and none of its threads had any. */
  double waiting(long from, long to) {
    return share(DriverSeen::waiting, from, to);
  }

  private static double waiting(DriverGap gap) {
    double rest = gap.share(DriverLook.Doing.WAITING);
    for (DriverLook.Doing doing : DriverLook.Doing.values()) {
      rest -= doing == DriverLook.Doing.WAITING ? 0 : gap.share(doing);
    }
    return Math.max(0, rest);
  }

  private double share(ToDoubleFunction<DriverGap> ofGap, long from, long to) {
    double millis = 0;
    for (int i = begin(from); i < gaps.size() && gaps.get(i).span().startMillis() < to; i++) {
      millis += overlap(gaps.get(i), from, to) * ofGap.applyAsDouble(gaps.get(i));
    }
    return to > from ? millis / (to - from) : 0;
  }

  /** The first gap that may end after a time. */
  private int begin(long from) {
    while (first < gaps.size() && gaps.get(first).span().endMillis() <= from) {
      first++;
    }
    return first;
  }

  private static double overlap(DriverGap gap, long from, long to) {
    long begin = Math.max(from, gap.span().startMillis());
    long end = Math.min(to, gap.span().endMillis());
    return Math.max(0, end - begin);
  }
}
