package dev.uncork.recording;

import java.util.List;

/**
 * What one thread was doing when it was looked at.
 *
 * @param threadId id in Java; negative for a thread that has none there
 * @param cpuShare CPU time over time since the thread was looked at before, 0 to 1; negative where
 *     unknown
 * @param weight number of threads that it stands for
 * @param stack innermost frame first; empty where unknown
 * @param pool number of the thread pool whose worker it is ({@link PoolUse#pool}), or 0
 */
public record ThreadSample(
    long threadId,
    String threadName,
    Thread.State state,
    float cpuShare,
    float weight,
    List<Frame> stack,
    Blocker blocker,
    int pool) {
  /** The class of virtual threads. */
  public static final String VIRTUAL = "java.lang.VirtualThread";

  public ThreadSample {
    stack = List.copyOf(stack);
  }

  /** Whether it is a virtual thread, as far as its stack tells. */
  public boolean isVirtual() {
    return isVirtual(stack);
  }

  /** Whether a stack is that of a virtual thread. */
  public static boolean isVirtual(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.className().equals(VIRTUAL) && !frame.method().equals("runContinuation"));
  }

  /** The same thread with another stack. */
  public ThreadSample withStack(List<Frame> other) {
    return new ThreadSample(threadId, threadName, state, cpuShare, weight, other, blocker, pool);
  }

  /**
   * What a thread waits for: the object that it is blocked at, waits on or is parked for, or a
   * connection or file.
   *
   * @param className of the object; empty where there is none, or it isn't known
   * @param instance identity hash code of the object, or 0
   * @param owner id of the thread that owns the object, or -1
   * @param resource host and port, or path of a file; empty where there is none, or it isn't known
   */
  public record Blocker(String className, int instance, long owner, String resource) {
    /** None, or unknown. */
    public static final Blocker NONE = new Blocker("", 0, -1);

    /** An object, without a connection or file. */
    public Blocker(String className, int instance, long owner) {
      this(className, instance, owner, "");
    }

    /** Whether nothing is known of it. */
    public boolean isNone() {
      return instance == 0 && owner < 0 && className.isEmpty() && resource.isEmpty();
    }
  }
}
