package dev.uncork.recording.jvm;

import dev.uncork.recording.Frame;
import java.util.Optional;

/**
 * Code that runs interpreted though the program has run for a while.
 *
 * @param samples of running threads since then
 * @param share of them whose innermost method was interpreted, 0 to 1
 * @param most the method that was so most often, of those that were never seen compiled
 * @param mostShare its share of the samples
 */
public record InterpretedCode(long samples, double share, Optional<Frame> most, double mostShare) {
  /** None seen. */
  public static final InterpretedCode NONE = new InterpretedCode(0, 0, Optional.empty(), 0);
}
