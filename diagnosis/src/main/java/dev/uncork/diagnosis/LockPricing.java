package dev.uncork.diagnosis;

import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import java.util.Optional;

/** What removing one lock could bring; {@link UnusedCoresBound} is the one without a model. */
@FunctionalInterface
public interface LockPricing {
  /** The bound for one lock, or empty where the recording doesn't allow one. */
  Optional<Gain> price(LockUse lock, Recording recording, Seconds seconds);
}
