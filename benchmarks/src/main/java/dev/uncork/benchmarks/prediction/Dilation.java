package dev.uncork.benchmarks.prediction;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.law.Observation;
import dev.uncork.scaling.law.ScalingLaw;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Programs whose threads sleep in place of working, so that two cores carry 384 of them: predicted
 * from think and hold time measured with two workers, compared with what up to 384 do, and with a
 * USL fitted to up to eight workers.
 */
final class Dilation {
  private static final int[] THREADS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 384};
  private static final int MOST_FITTED = 8;

  /** With few threads a second has few operations. */
  private static final long MILLIS_THREADS = 8_000;

  private static final long SHORTEST_MILLIS = 1_000;

  /** A program. */
  record Shape(String name, LockClass lockClass, int stripes, double thinkNanos, double holdNanos) {
    Loop loop() {
      List<Section> sections = new ArrayList<>();
      for (int i = 0; i < stripes; i++) {
        sections.add(Section.under(lockClass));
      }
      return new Loop(List.copyOf(sections), 1, thinkNanos, holdNanos, 0, true);
    }
  }

  static final List<Shape> SHAPES =
      List.of(
          new Shape("monitor, knee near 60", LockClass.MONITOR, 1, 60e6, 1e6),
          new Shape("ReentrantLock, knee near 30", LockClass.REENTRANT, 1, 60e6, 2e6),
          new Shape("8 monitors, knee near 160", LockClass.MONITOR, 8, 80e6, 4e6));

  /** How far off predictions of one program are. */
  record Result(
      Shape shape, double saturationError, double kneeError, double modelError, double uslError) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: saturation off by %.1f %%, knee by %.1f %%",
          shape.name(),
          100 * saturationError,
          100 * kneeError);
    }
  }

  private Dilation() {}

  static Result measure(Shape shape, HandOffCosts costs) throws InterruptedException {
    double[] measured = new double[THREADS.length];
    Workload workload = null;
    for (int i = 0; i < THREADS.length; i++) {
      long millis = Math.max(SHORTEST_MILLIS, Math.min(4_000, MILLIS_THREADS / THREADS[i]));
      Loop.Result result = shape.loop().run(THREADS[i], millis);
      measured[i] = result.throughput();
      if (THREADS[i] == 2) {
        workload = workload(shape, result, costs);
      }
    }
    if (workload == null) {
      throw new IllegalStateException("two workers were not measured");
    }
    List<Observation> fitted = new ArrayList<>();
    double[] predicted = new double[THREADS.length];
    for (int i = 0; i < THREADS.length; i++) {
      // Who sleeps needs no core: it is as if each thread had its own.
      predicted[i] = ClosedNetwork.solve(workload, THREADS[i], THREADS[i]).throughput();
      if (THREADS[i] <= MOST_FITTED) {
        fitted.add(new Observation(THREADS[i], measured[i]));
      }
    }
    Optional<ScalingLaw> usl = ScalingLaw.fit(ScalingLaw.Form.USL, fitted);
    double modelError = 0;
    double uslError = 0;
    int beyond = 0;
    for (int i = 0; i < THREADS.length; i++) {
      System.out.printf(
          "%-28s %4d threads: measured %9.1f predicted %9.1f USL %9.1f%n",
          shape.name(),
          THREADS[i],
          measured[i],
          predicted[i],
          usl.isEmpty() ? 0 : usl.get().at(THREADS[i]).value());
      if (THREADS[i] > MOST_FITTED && usl.isPresent()) {
        beyond++;
        modelError += Math.abs(predicted[i] / measured[i] - 1);
        uslError += Math.abs(usl.get().at(THREADS[i]).value() / measured[i] - 1);
      }
    }
    double saturation = max(predicted) / max(measured);
    double knee = saturation * measured[0] / predicted[0];
    return new Result(
        shape,
        Math.abs(saturation - 1),
        Math.abs(knee - 1),
        modelError / Math.max(1, beyond),
        uslError / Math.max(1, beyond));
  }

  private static Workload workload(Shape shape, Loop.Result atTwo, HandOffCosts costs) {
    HandOff handOff = costs.of(shape.lockClass(), atTwo.holdSeconds());
    return new Workload(
        0,
        atTwo.thinkSeconds(),
        0,
        0,
        List.of(new LockDemand("lock", 1, atTwo.holdSeconds(), handOff, shape.stripes())));
  }

  private static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }
}
