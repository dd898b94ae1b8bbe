package dev.uncork.recording.jvm;

import dev.uncork.recording.Frame;
import java.util.List;

/**
 * A place where virtual threads waited without leaving their carriers, as JFR's event {@code
 * jdk.VirtualThreadPinned} tells of waits that were long enough for it.
 *
 * @param stack innermost frame first
 * @param count waits
 * @param nanos time that they took together
 */
public record PinnedPlace(List<Frame> stack, long count, long nanos) {
  public PinnedPlace {
    stack = List.copyOf(stack);
  }
}
