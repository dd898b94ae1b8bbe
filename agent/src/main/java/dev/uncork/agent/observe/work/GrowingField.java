package dev.uncork.agent.observe.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A number in the program, in one or several places, and how it grew lately.
 *
 * <p>Who reports a rate often begins at zero again after each report, as {@code sumThenReset} does.
 * What such a number grew by before that since it was last read isn't seen: it counts as much as in
 * the step before.
 */
final class GrowingField {
  /** Moments from which on it can be judged. */
  private static final int LEAST_MOMENTS = 8;

  /** Growth a second from which on a tenth of a second tells something. */
  private static final double LEAST_PER_SECOND = 300;

  /** Part of the steps between two moments that must be about as long as most. */
  private static final double STEADY_PART = 0.75;

  /** How many times as long as the median, or as short, such a step is at most. */
  private static final double ABOUT = 3;

  /** What clocks count a second, and how far a clock's growth may seem to be off. */
  private static final double[] CLOCKS = {1e3, 1e6, 1e7, 1e9};

  private static final double CLOCKS_ERROR = 0.02;

  /**
   * What it was, over what is left of it, from which on it began again instead of having fallen.
   */
  private static final int AGAIN = 2;

  /** Steps from one new beginning to the next, at least: else it is no count. */
  private static final int LEAST_BETWEEN = 4;

  private final String name;
  private final List<NumberPlace> places = new ArrayList<>();
  private final long[] values = new long[Moments.KEPT];
  private final boolean[] fell = new boolean[Moments.KEPT];
  private final boolean[] again = new boolean[Moments.KEPT];
  private final int since;
  private boolean isKept;
  private long lastValue;
  private long grown;
  private long lastStep;

  /**
   * A number that grew nowhere yet.
   *
   * @param name class and field
   * @param since moments that there were before
   */
  GrowingField(String name, int since) {
    this.name = name;
    this.since = since;
  }

  void add(NumberPlace place) {
    places.add(place);
  }

  /** Class and field. */
  String name() {
    return name;
  }

  /** What it is now. */
  long read() {
    long sum = 0;
    for (NumberPlace place : places) {
      sum += place.read();
    }
    return sum;
  }

  /** Reads it at a moment. */
  void take(int place) {
    keep(place, read());
  }

  /** What was read at a moment. */
  void keep(int place, long value) {
    boolean falls = isKept && value < lastValue;
    again[place] = falls && value <= lastValue / AGAIN;
    fell[place] = falls && !again[place];
    long step = !isKept ? 0 : again[place] ? Math.max(value, lastStep) : value - lastValue;
    grown += step;
    values[place] = grown;
    lastStep = step;
    lastValue = value;
    isKept = true;
  }

  /** Whether there was time enough to judge, and it stood still or fell. */
  boolean isNone(Moments moments) {
    return moments.size() - first(moments) >= LEAST_MOMENTS && !grows(moments);
  }

  /**
   * Whether it only grew, fast enough, about as much in most steps, and isn't a clock. Of what
   * begins again, only what is printed tells whether it counts work.
   */
  boolean isSteady(Moments moments) {
    int first = first(moments);
    int last = moments.size() - 1;
    if (last - first + 1 < LEAST_MOMENTS || !grows(moments) || beginnings(moments) > 0) {
      return false;
    }
    double perSecond = perSecond(moments);
    for (double clock : CLOCKS) {
      if (Math.abs(perSecond / clock - 1) < CLOCKS_ERROR) {
        return false;
      }
    }
    double[] rates = new double[last - first];
    for (int i = first; i < last; i++) {
      long millis = moments.epochMillis(i + 1) - moments.epochMillis(i);
      rates[i - first] = step(moments, i, i + 1) / (double) Math.max(1, millis);
    }
    Arrays.sort(rates);
    double median = rates[rates.length / 2];
    long alike =
        Arrays.stream(rates).filter(r -> r >= median / ABOUT && r <= median * ABOUT).count();
    return perSecond >= LEAST_PER_SECOND && median > 0 && alike >= STEADY_PART * rates.length;
  }

  /** Growth a second over all moments that are kept. */
  double perSecond(Moments moments) {
    int first = first(moments);
    int last = moments.size() - 1;
    double seconds = (moments.epochMillis(last) - moments.epochMillis(first)) / 1e3;
    return step(moments, first, last) / Math.max(1e-3, seconds);
  }

  /** How much it grew between two moments; negative where that isn't known. */
  double grown(Moments moments, long fromMillis, long toMillis) {
    double from = at(moments, fromMillis);
    double to = at(moments, toMillis);
    return to - from >= 0 ? to - from : -1;
  }

  private double at(Moments moments, long millis) {
    for (int i = first(moments) + 1; i < moments.size(); i++) {
      long before = moments.epochMillis(i - 1);
      long after = moments.epochMillis(i);
      if (before <= millis && millis <= after) {
        double part = (millis - before) / (double) Math.max(1, after - before);
        return values[moments.place(i - 1)] + part * step(moments, i - 1, i);
      }
    }
    return Double.NaN;
  }

  private boolean grows(Moments moments) {
    int steps = moments.size() - 1 - first(moments);
    return count(fell, moments) == 0
        && beginnings(moments) * LEAST_BETWEEN <= Math.max(LEAST_BETWEEN, steps)
        && step(moments, first(moments), moments.size() - 1) > 0;
  }

  private int beginnings(Moments moments) {
    return count(again, moments);
  }

  private int count(boolean[] what, Moments moments) {
    int count = 0;
    for (int i = first(moments) + 1; i < moments.size(); i++) {
      count += what[moments.place(i)] ? 1 : 0;
    }
    return count;
  }

  private int first(Moments moments) {
    return moments.firstSince(since);
  }

  private long step(Moments moments, int from, int to) {
    return values[moments.place(to)] - values[moments.place(from)];
  }
}
