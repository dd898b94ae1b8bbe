package dev.uncork.diagnosis;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line of the contended-locks table.
 *
 * @param name as a human would say it
 * @param sites where it is acquired, the heaviest first
 * @param holders who was seen holding it, the most frequent first
 */
public record LockRow(String name, LockUse use, List<LockSite> sites, List<Holder> holders) {

  /**
   * A thread (or group of like-named threads) that held a lock, and where.
   *
   * @param frame where it was, in the application's code where possible; empty where unknown
   * @param writing whether it was writing to a file or stream at the time
   */
  public record Holder(
      String thread, Optional<Frame> frame, long samples, boolean writing, List<Frame> stack) {}

  static LockRow of(LockUse use) {
    return new LockRow(LockName.of(use), use, LockSite.of(use.waiters()), holdersOf(use.holders()));
  }

  /** Whether a thread has it that others wait for, unlike permits and latches. */
  boolean hasOwner() {
    String type = CodeOrigin.outermost(use.id().lockClass());
    return !type.endsWith("Semaphore") && !type.endsWith("Latch");
  }

  /** Whether it is a monitor deep inside the JDK, which its users don't know. */
  public boolean deepInJdk() {
    return LockName.isDeep(use);
  }

  /** The heaviest site. */
  public Optional<LockSite> site() {
    return sites.stream().findFirst();
  }

  /** The most frequent holder. */
  public Optional<Holder> holder() {
    return holders.stream().findFirst();
  }

  private static List<Holder> holdersOf(List<LockStack> stacks) {
    record Key(String thread, Optional<Frame> frame) {}
    Map<Key, Holder> holders = new LinkedHashMap<>();
    for (LockStack stack : stacks) {
      Optional<Frame> frame = CodeOrigin.site(stack.frames());
      boolean writing = stack.frames().stream().anyMatch(LockRow::writes);
      holders.merge(
          new Key(stack.threadName(), frame),
          new Holder(stack.threadName(), frame, stack.count(), writing, stack.frames()),
          (a, b) ->
              new Holder(
                  a.thread(),
                  a.frame(),
                  a.samples() + b.samples(),
                  a.writing() || b.writing(),
                  a.stack()));
    }
    return holders.values().stream()
        .sorted(Comparator.comparingLong(Holder::samples).reversed())
        .toList();
  }

  private static boolean writes(Frame frame) {
    return frame.method().startsWith("write")
        && (frame.className().startsWith("java.io.File")
            || frame.className().startsWith("java.io.RandomAccessFile")
            || frame.className().startsWith("sun.nio.ch."));
  }
}
