package dev.uncork.cli.calibrate;

import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The costs at which the model comes closest to measured cases: least sum of the errors'
 * magnitudes, as logarithms, so that one disturbed case among several doesn't matter.
 */
final class HandOffFit {
  private static final double LOWEST_SECONDS = 1e-9;
  private static final double HIGHEST_SECONDS = 1e-3;
  private static final int COARSE_STEPS = 24;
  private static final int FINER_ROUNDS = 4;
  private static final int FINER_STEPS = 4;
  private static final int ALTERNATIONS = 4;

  private HandOffFit() {}

  /** Of a lock whose waiters look at it. */
  static HandOff seen(List<Calibration.Case> cases, double cores) {
    double best = least(c -> error(cases, HandOff.seen(c), cores));
    // A cost that changes nothing is none.
    boolean none =
        error(cases, HandOff.seen(0), cores) <= error(cases, HandOff.seen(best), cores) + 1e-9;
    return HandOff.seen(none ? 0 : best);
  }

  /** Of a lock whose waiters are woken: how long that takes, and what it costs who wakes. */
  static HandOff woken(List<Calibration.Case> cases, HandOff.Passing passing, double cores) {
    double signal = 0;
    double waking = 0;
    for (int i = 0; i < ALTERNATIONS; i++) {
      double signalNow = signal;
      waking = least(c -> error(cases, new HandOff(passing, c, signalNow), cores));
      double wakingNow = waking;
      signal = least(s -> error(cases, new HandOff(passing, wakingNow, s), cores));
    }
    return new HandOff(passing, waking, signal);
  }

  /** Where the error is least, on ever finer logarithmic grids. */
  private static double least(DoubleUnaryOperator error) {
    double low = LOWEST_SECONDS;
    double factor = Math.pow(HIGHEST_SECONDS / LOWEST_SECONDS, 1.0 / COARSE_STEPS);
    double best = low;
    double bestError = error.applyAsDouble(low);
    int steps = COARSE_STEPS;
    for (int round = 0; round <= FINER_ROUNDS; round++) {
      for (int i = 0; i <= steps; i++) {
        double candidate = low * Math.pow(factor, i);
        double found = error.applyAsDouble(candidate);
        if (found < bestError) {
          best = candidate;
          bestError = found;
        }
      }
      low = best / factor;
      steps = 2 * FINER_STEPS;
      factor = Math.pow(factor, 1.0 / FINER_STEPS);
    }
    return best;
  }

  private static double error(List<Calibration.Case> cases, HandOff handOff, double cores) {
    double sum = 0;
    for (Calibration.Case each : cases) {
      LockDemand lock = new LockDemand("lock", 1, each.sectionSeconds(), handOff, 1);
      Workload workload = new Workload(each.outsideSeconds(), 0, 0, 0, List.of(lock));
      double modelled = ClosedNetwork.solve(workload, each.threads(), cores).throughput();
      sum += Math.abs(Math.log(modelled / each.rate()));
    }
    return sum;
  }
}
