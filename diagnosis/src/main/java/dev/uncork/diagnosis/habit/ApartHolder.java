package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.protocol.thread.KernelName;
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

  private ApartHolder() {}

  /**
   * CPU time that such a thread used, as a share of that of all work; 0 where there is none.
   *
   * @param working core-seconds of the program's work
   */
  public static double share(LockUse lock, Recording recording, double working) {
    double least = Math.max(LEAST_SAMPLES, NEARLY_ALL * count(lock.holders()));
    return lock.holders().stream()
        .collect(Collectors.groupingBy(LockStack::threadName))
        .entrySet()
        .stream()
        .filter(thread -> count(thread.getValue()) >= least && isApart(lock, thread.getValue()))
        .mapToDouble(
            thread -> Math.min(MOST, seconds(thread.getKey(), recording) / Math.max(1e-9, working)))
        .findFirst()
        .orElse(0);
  }

  private static long count(List<LockStack> stacks) {
    return stacks.stream().mapToLong(LockStack::count).sum();
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
    String kept = KernelName.cut(name);
    List<ThreadUse> called =
        recording.threads().stream()
            .filter(thread -> thread.name().equals(name) || thread.name().equals(kept))
            .toList();
    return called.size() == 1 ? called.get(0).cpuNanos() / 1e9 : 0;
  }
}
