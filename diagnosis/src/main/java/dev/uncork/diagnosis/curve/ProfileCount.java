package dev.uncork.diagnosis.curve;

import dev.uncork.recording.Experiment;
import dev.uncork.recording.Samples;
import java.util.Optional;

/**
 * Work counted by the profile itself, where nothing else moved: code whose cost doesn't rise keeps
 * its samples per operation, so the method whose share of the samples shrinks most as cores are
 * added measures the operations. What grows against it is burnt. That is a lower bound: where all
 * code grows alike, nothing is seen.
 */
final class ProfileCount {
  private static final long FEWEST_SAMPLES = 30;
  private static final double LEAST_SHARE = 0.05;

  /** Standard deviations by which a share must have shrunk; many methods are tried. */
  private static final double SURE = 3;

  private ProfileCount() {}

  /** Empty where no method's share clearly shrinks. */
  static Optional<WorkCount> of(WindowRounds rounds, int few) {
    CodeCosts onFew = new CodeCosts(rounds.on(few), window -> 1);
    CodeCosts onAll = new CodeCosts(rounds.on(rounds.allCores()), window -> 1);
    double most = 0;
    String measure = "";
    for (String method : onFew.codes().keySet()) {
      long before = onFew.samples(method);
      long after = onAll.samples(method);
      double share = (double) before / Math.max(1, onFew.samples());
      if (after >= FEWEST_SAMPLES && before >= FEWEST_SAMPLES && share >= LEAST_SHARE) {
        double shrunk = Math.log(share * onAll.samples() / after);
        double surely = shrunk - SURE * Math.sqrt(1.0 / before + 1.0 / after);
        if (surely > most) {
          most = surely;
          measure = method;
        }
      }
    }
    if (measure.isEmpty()) {
      return Optional.empty();
    }
    String method = measure;
    return Optional.of(
        new WorkCount(new CurveUnit(Optional.empty(), method), window -> inWindow(window, method)));
  }

  /** CPU time that went to a method in a window. */
  private static double inWindow(Experiment.Window window, String method) {
    long all = 0;
    long ofMethod = 0;
    for (Samples.Counted counted : window.samples()) {
      all += counted.count();
      ofMethod += CodeCosts.method(counted.frames()).equals(method) ? counted.count() : 0;
    }
    return all == 0 ? 0 : (double) window.cpuNanos() * ofMethod / all;
  }
}
