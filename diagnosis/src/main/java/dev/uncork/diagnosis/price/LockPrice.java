package dev.uncork.diagnosis.price;

import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What removing the first lock of a report would bring, on the machine of the recording and on many
 * cores.
 *
 * @param gains empty where an assumption of the model is broken
 * @param calibrated whether the hand-off costs were measured on this machine
 * @param doubts the broken assumptions
 */
public record LockPrice(
    String lock, List<CoresGain> gains, boolean calibrated, List<Doubt> doubts) {
  private static final int MANY_CORES = 64;

  /**
   * Additional throughput as a share.
   *
   * @param cores a fraction where other processes used the rest
   */
  public record CoresGain(double cores, int threads, Interval gain) {}

  public LockPrice {
    gains = List.copyOf(gains);
    doubts = List.copyOf(doubts);
  }

  /** Empty where the model doesn't know the lock. */
  static Optional<LockPrice> of(String lock, ProgramEstimate estimate, boolean calibrated) {
    if (estimate.forecast().workload().locks().stream().noneMatch(l -> l.name().equals(lock))) {
      return Optional.empty();
    }
    List<CoresGain> gains = new ArrayList<>();
    if (estimate.doubts().isEmpty()) {
      gains.add(gain(estimate, lock, estimate.cores(), estimate.threads()));
      gains.add(gain(estimate, lock, MANY_CORES, MANY_CORES));
    }
    return Optional.of(new LockPrice(lock, gains, calibrated, estimate.doubts()));
  }

  private static CoresGain gain(ProgramEstimate estimate, String lock, double cores, int threads) {
    WorkloadChange remove = new WorkloadChange(WorkloadChange.Kind.REMOVE, lock, 1);
    return new CoresGain(cores, threads, estimate.forecast().gain(remove, threads, cores));
  }
}
