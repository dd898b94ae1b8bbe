package dev.uncork.workloads.checker;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a run found.
 *
 * @param nearestDistance least distance between two fingerprints, unsigned; all ones if the run
 *     ended before the end phase
 * @param knownStates how many distinct states there are, if that is known
 * @param error the broken invariant or the deadlock with the state, or null
 */
public record CheckResult(
    long distinctStates,
    long generatedStates,
    long logBytes,
    double exploreSeconds,
    double endPhaseSeconds,
    long nearestDistance,
    OptionalLong knownStates,
    @Nullable ModelError error) {

  /** An error in the model: which property fails, and in which state. */
  public record ModelError(String property, byte[] state) {}

  /** Whether the model holds and no state was missed or doubled, as far as is known. */
  public boolean ok() {
    return error == null && (knownStates.isEmpty() || knownStates.getAsLong() == distinctStates);
  }

  /** Time of both phases. */
  public double seconds() {
    return exploreSeconds + endPhaseSeconds;
  }
}
