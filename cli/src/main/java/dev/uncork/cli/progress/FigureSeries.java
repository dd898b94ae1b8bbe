package dev.uncork.cli.progress;

import java.util.Arrays;

/**
 * The figures at one place of lines of one shape, one for each step of time, few enough to keep.
 */
final class FigureSeries {
  static final int FEWEST = 3;
  private static final int MOST = 64;

  /**
   * Figures that follow each other faster are one: a list that is printed at once is no progress.
   */
  private static final long STEP_MILLIS = 100;

  private static final long SHORTEST_GROWTH_MILLIS = 1_000;

  /** A step from which the others differ by a smaller share is that of a clock. */
  private static final double CLOCK_SHARE = 0.01;

  private static final double[] CLOCKS = {1, 1e3, 1e6, 1e9};

  private final FigureMeaning meaning;
  private final long[] millis = new long[MOST];
  private final double[] figures = new double[MOST];
  private int size;
  private int steps;
  private long lastLine = -1;
  private boolean refuted;

  FigureSeries(FigureMeaning meaning) {
    this.meaning = meaning;
  }

  FigureMeaning meaning() {
    return meaning;
  }

  /** A figure of a line; lines are numbered. */
  void add(long line, long atMillis, double figure) {
    if (line == lastLine || (!meaning.isRate() && size > 0 && figure < figures[size - 1])) {
      refuted = true; // Which of the two is meant? Or it isn't a count.
    }
    lastLine = line;
    if (refuted) {
      return;
    }
    if (size > 1 && atMillis - millis[size - 2] < STEP_MILLIS) {
      size--;
    } else {
      steps++;
    }
    if (size == MOST) {
      halve();
    }
    millis[size] = atMillis;
    figures[size] = figure;
    size++;
  }

  /** Keeps every other one, the first and the last among them. */
  private void halve() {
    int kept = 0;
    for (int i = 0; i < MOST - 1; i += 2) {
      millis[kept] = millis[i];
      figures[kept] = figures[i];
      kept++;
    }
    millis[kept] = millis[MOST - 1];
    figures[kept] = figures[MOST - 1];
    size = kept + 1;
  }

  /** How many steps of time had a figure. */
  int steps() {
    return steps;
  }

  /** Whether it is a rate that was told again and again, or a count that grows. */
  boolean isProgress() {
    if (refuted || steps < FEWEST || size < FEWEST) {
      return false;
    }
    double least = Arrays.stream(figures, 0, size).min().orElse(0);
    double most = Arrays.stream(figures, 0, size).max().orElse(0);
    return meaning.isRate() ? most > 0 && most > least : grows() && !isClock();
  }

  private boolean grows() {
    return figures[size - 1] > figures[size - 2]
        && figures[size - 2] > figures[0]
        && millis[size - 1] - millis[0] >= SHORTEST_GROWTH_MILLIS;
  }

  /** Whether it tells time: a unit of it each second, or the same step in the same time. */
  private boolean isClock() {
    double growth = growth();
    for (double clock : CLOCKS) {
      if (Math.abs(growth - clock) < CLOCK_SHARE * clock) {
        return true;
      }
    }
    double step = figures[1] - figures[0];
    double time = millis[1] - millis[0];
    for (int i = 2; i < size; i++) {
      if (figures[i] - figures[i - 1] != step
          || Math.abs(millis[i] - millis[i - 1] - time) > CLOCK_SHARE * time) {
        return false;
      }
    }
    return true;
  }

  /** Operations per second, or bytes. */
  double growth() {
    return meaning.isRate()
        ? Arrays.stream(figures, 0, size).average().orElse(0) * meaning.perSecond()
        : (figures[size - 1] - figures[0]) * 1e3 / Math.max(1, millis[size - 1] - millis[0]);
  }

  int size() {
    return size;
  }

  long millis(int i) {
    return millis[i];
  }

  double figure(int i) {
    return figures[i];
  }
}
