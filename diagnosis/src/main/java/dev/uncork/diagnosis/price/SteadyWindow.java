package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Phase;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The seconds of a recording from which the program is priced: parallel, past the warm-up and the
 * instrumentation of the locks; and what happened in them.
 */
final class SteadyWindow {
  static final int FEWEST_SECONDS = 3;

  private final Recording recording;
  private final boolean[] inside;
  private final int seconds;

  private SteadyWindow(Recording recording, boolean[] inside) {
    this.recording = recording;
    this.inside = inside;
    int count = 0;
    for (boolean second : inside) {
      count += second ? 1 : 0;
    }
    this.seconds = count;
  }

  /** The seconds behind the measurement of the locks; where those are few, all parallel ones. */
  static SteadyWindow of(Diagnosis diagnosis) {
    Recording recording = diagnosis.recording();
    int length = (int) (recording.durationNanos() / 1_000_000_000L);
    long measured =
        recording.holds().stream().mapToLong(LockHold::endMillis).max().orElse(length * 200L);
    SteadyWindow late =
        new SteadyWindow(recording, parallel(diagnosis, length, measured / 1000 + 2));
    return late.seconds >= FEWEST_SECONDS
        ? late
        : new SteadyWindow(recording, parallel(diagnosis, length, 1));
  }

  private static boolean[] parallel(Diagnosis diagnosis, int length, long from) {
    boolean[] inside = new boolean[Math.max(0, length)];
    for (Phase phase : diagnosis.phases()) {
      if (phase.kind() == Phase.Kind.PARALLEL) {
        for (int s = (int) Math.max(from, phase.fromSecond()); s < phase.toSecond(); s++) {
          if (s < inside.length) {
            inside[s] = true;
          }
        }
      }
    }
    return inside;
  }

  boolean usable() {
    return seconds >= FEWEST_SECONDS;
  }

  int seconds() {
    return seconds;
  }

  private boolean contains(long atMillis) {
    int second = (int) (atMillis / 1000);
    return second >= 0 && second < inside.length && inside[second];
  }

  /** Operations per second, one figure for each second that has one. */
  double[] rates() {
    return recording.progress().stream()
        .filter(point -> contains(point.atMillis() - 1))
        .mapToDouble(ProgressPoint::rate)
        .filter(rate -> rate > 0)
        .toArray();
  }

  /** Mean of operations per second while the locks were measured. */
  OptionalDouble rateWithin(long endMillis, long intervalNanos) {
    long from = endMillis - intervalNanos / 1_000_000;
    List<Double> rates = new ArrayList<>();
    for (ProgressPoint point : recording.progress()) {
      if (point.atMillis() > from && point.atMillis() <= endMillis + 500 && point.rate() > 0) {
        rates.add(point.rate());
      }
    }
    return rates.stream().mapToDouble(rate -> rate).average();
  }

  /** CPU time of the process, in seconds. */
  double cpuSeconds() {
    long nanos = 0;
    for (ProcessTick tick : recording.process()) {
      if (contains(tick.endMillis() - tick.intervalNanos() / 2_000_000)) {
        nanos += tick.userNanos() + tick.systemNanos();
      }
    }
    return nanos / 1e9;
  }

  /** Share of the machine that other processes used. */
  double othersShare() {
    double time = 0;
    double others = 0;
    for (CpuTick tick : recording.cpu()) {
      if (contains(tick.endMillis() - tick.intervalNanos() / 2_000_000)) {
        time += tick.intervalNanos();
        others += tick.intervalNanos() * tick.othersBusy();
      }
    }
    return time <= 0 ? 0 : others / time;
  }

  double pauseSeconds() {
    return recording.gcs().stream()
            .filter(gc -> contains(gc.startMillis()))
            .mapToLong(Gc::pauseNanos)
            .sum()
        / 1e9;
  }

  /** Thread time blocked at locks, in seconds. */
  double blockedSeconds() {
    long nanos = 0;
    for (LockUse lock : recording.locks()) {
      for (LockUse.LockSecond second : lock.seconds()) {
        if (contains(second.second() * 1000L)) {
          nanos += second.acquireNanos();
        }
      }
    }
    return nanos / 1e9;
  }
}
