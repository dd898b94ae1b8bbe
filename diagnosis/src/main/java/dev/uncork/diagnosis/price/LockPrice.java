package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Finding;
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

  /** The gain on the machine of the recording; empty where an assumption is broken. */
  public Optional<Interval> here() {
    return gains.stream().findFirst().map(CoresGain::gain);
  }

  /** The gain on many cores, likewise. */
  public Optional<Interval> onManyCores() {
    return gains.stream().skip(1).findFirst().map(CoresGain::gain);
  }

  /**
   * Whether it belongs to a verdict: to one that names its lock, or to one that finds nothing wrong
   * here. Beside any other it would speak of what the verdict says is not the matter.
   */
  public boolean belongsTo(Finding verdict) {
    if (verdict instanceof Finding.ContendedLock contended) {
      return contended.lock().use().id().lockClass().equals(lock);
    }
    return verdict instanceof Finding.Healthy;
  }

  /** The same on a machine that has room for no more than this share. */
  LockPrice atMost(double share) {
    List<CoresGain> bounded = new ArrayList<>(gains);
    if (!bounded.isEmpty()) {
      CoresGain first = bounded.get(0);
      Interval gain = first.gain();
      Interval less =
          new Interval(
              Math.min(gain.low(), share),
              Math.min(gain.value(), share),
              Math.min(gain.high(), share));
      bounded.set(0, new CoresGain(first.cores(), first.threads(), less));
    }
    return new LockPrice(lock, bounded, calibrated, doubts);
  }

  private static CoresGain gain(ProgramEstimate estimate, String lock, double cores, int threads) {
    WorkloadChange remove = new WorkloadChange(WorkloadChange.Kind.REMOVE, lock, 1);
    return new CoresGain(cores, threads, estimate.forecast().gain(remove, threads, cores));
  }
}
