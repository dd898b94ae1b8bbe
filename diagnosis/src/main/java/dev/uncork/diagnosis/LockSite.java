package dev.uncork.diagnosis;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockStack;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One place in the code that acquires a lock, with its share of the blocked acquires.
 *
 * @param frame class, method, file and line
 * @param stack its heaviest stack, innermost frame first
 */
public record LockSite(Frame frame, long blocked, long acquireNanos, List<Frame> stack) {

  static List<LockSite> of(List<LockStack> waiters) {
    Map<Frame, LockSite> sites = new LinkedHashMap<>();
    for (LockStack waiter : waiters) {
      Optional<Frame> frame = CodeOrigin.site(waiter.frames());
      if (frame.isPresent()) {
        sites.merge(
            frame.get(),
            new LockSite(frame.get(), waiter.count(), waiter.waitNanos(), waiter.frames()),
            LockSite::plus);
      }
    }
    return sites.values().stream()
        .sorted(
            Comparator.comparingLong(LockSite::acquireNanos)
                .thenComparingLong(LockSite::blocked)
                .reversed())
        .toList();
  }

  /** Both, with the stack of this one, which came first and so is heavier. */
  private LockSite plus(LockSite other) {
    return new LockSite(frame, blocked + other.blocked, acquireNanos + other.acquireNanos, stack);
  }
}
