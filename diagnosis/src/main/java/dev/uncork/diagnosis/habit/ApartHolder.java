package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One thread that holds a lock for which others wait, in code of its own: it scans what they
 * change, or writes it down now and then. What it does may be no part of their operations, and
 * needn't grow with them.
 */
public final class ApartHolder {
  private static final int LEAST_SAMPLES = 5;
  private static final double NEARLY_ALL = 0.9;
  private static final double HARDLY = 0.05;
  private static final double MOST = 0.9;

  /** Of a thread's name, the kernel keeps so much. */
  private static final int KERNEL_NAME = 15;

  private ApartHolder() {}

  /**
   * CPU time that such a thread used, as a share of that of all work; 0 where there is none.
   *
   * @param working core-seconds of the program's work
   */
  public static double share(LockUse lock, Recording recording, double working) {
    long samples = lock.holders().stream().mapToLong(LockStack::count).sum();
    for (LockStack holder : lock.holders()) {
      String thread = holder.threadName();
      List<LockStack> same =
          lock.holders().stream().filter(stack -> stack.threadName().equals(thread)).toList();
      long ofThread = same.stream().mapToLong(LockStack::count).sum();
      if (ofThread >= LEAST_SAMPLES && ofThread >= NEARLY_ALL * samples && isApart(lock, same)) {
        return Math.min(MOST, seconds(thread, recording) / Math.max(1e-9, working));
      }
    }
    return 0;
  }

  private static boolean isApart(LockUse lock, List<LockStack> holding) {
    Set<String> methods = holding.stream().map(ApartHolder::method).collect(Collectors.toSet());
    long all = lock.waiters().stream().mapToLong(LockStack::waitNanos).sum();
    long there =
        lock.waiters().stream()
            .filter(waiter -> waiter.frames().isEmpty() || methods.contains(method(waiter)))
            .mapToLong(LockStack::waitNanos)
            .sum();
    return all > 0 && there <= HARDLY * all;
  }

  private static String method(LockStack stack) {
    return CodeOrigin.site(stack.frames()).map(frame -> frame.qualifiedMethod()).orElse("");
  }

  private static double seconds(String name, Recording recording) {
    String kept = name.substring(0, Math.min(name.length(), KERNEL_NAME));
    List<ThreadUse> called =
        recording.threads().stream()
            .filter(thread -> thread.name().equals(name) || thread.name().equals(kept))
            .toList();
    return called.size() == 1 ? called.get(0).cpuNanos() / 1e9 : 0;
  }
}
