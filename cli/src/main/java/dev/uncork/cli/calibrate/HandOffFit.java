package dev.uncork.cli.calibrate;

import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.hipparchus.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/**
 * The costs at which the model comes closest to measured cases: least sum of the squares of small
 * errors, as logarithms, and of the magnitudes of large ones, so that no shape of program is given
 * up for the others, nor all of them for a disturbed one.
 */
final class HandOffFit {
  private static final double LOWEST_SECONDS = 1e-9;
  private static final double HIGHEST_SECONDS = 1e-3;
  private static final int COARSE_STEPS = 24;
  private static final int FINER_ROUNDS = 4;
  private static final int FINER_STEPS = 4;

  private static final double LOWEST_WAKING = 1e-7;
  private static final int COARSE_WAKING = 12;
  private static final int MOST_EVALUATIONS = 2_000;

  private static final double SMALL_ERROR = 0.2;

  /** More than any sum of errors. */
  private static final double IMPOSSIBLE = 1e9;

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
    double coarse = Math.pow(HIGHEST_SECONDS / LOWEST_WAKING, 1.0 / COARSE_WAKING);
    double[] start = {LOWEST_WAKING, LOWEST_WAKING};
    double least = Double.MAX_VALUE;
    for (int i = 0; i <= COARSE_WAKING; i++) {
      for (int j = 0; j <= i; j++) {
        double[] point = {LOWEST_WAKING * Math.pow(coarse, i), LOWEST_WAKING * Math.pow(coarse, j)};
        double error = error(cases, new HandOff(passing, point[0], point[1]), cores);
        if (error < least) {
          least = error;
          start = point;
        }
      }
    }
    // On logarithms, which keeps both above zero.
    double[] found =
        new SimplexOptimizer(1e-6, 1e-6)
            .optimize(
                new MaxEval(MOST_EVALUATIONS),
                GoalType.MINIMIZE,
                new ObjectiveFunction(
                    logs ->
                        possible(logs)
                            ? error(
                                cases,
                                new HandOff(passing, Math.exp(logs[0]), Math.exp(logs[1])),
                                cores)
                            : IMPOSSIBLE),
                new InitialGuess(new double[] {Math.log(start[0]), Math.log(start[1])}),
                new NelderMeadSimplex(2, Math.log(coarse) / 2))
            .getPoint();
    return new HandOff(passing, Math.exp(found[0]), Math.exp(found[1]));
  }

  /** Costs so far out that the model's equations could no longer be solved are not looked at. */
  private static boolean possible(double[] logs) {
    for (double log : logs) {
      if (!(log >= Math.log(LOWEST_SECONDS) && log <= Math.log(HIGHEST_SECONDS))) {
        return false;
      }
    }
    return true;
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
      double error = Math.log(modelled / each.rate());
      sum += Math.hypot(error, SMALL_ERROR) - SMALL_ERROR;
    }
    return sum;
  }
}
