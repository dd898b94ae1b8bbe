package dev.uncork.diagnosis.ledger;

import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * What code that nobody knows waits for, guessed from the names of its methods and classes.
 *
 * <p>Only conditions and queues are read so: a pool of connections is often a queue inside.
 */
final class NamedWaits {
  private static final List<String> LENDS =
      List.of("borrow", "acquire", "checkout", "checkOut", "lease", "obtain", "getConnection");
  private static final List<String> FILLS =
      List.of("put", "offer", "add", "enqueue", "publish", "push", "append", "send", "submit");
  private static final List<String> EMPTIES =
      List.of("take", "poll", "dequeue", "pop", "receive", "nextTask", "getTask", "read", "drain");
  private static final List<String> AWAITS = List.of("await", "join", "waitFor", "sync");

  private NamedWaits() {}

  /** Whether a frame lends what others give back, such as a connection. */
  static boolean lends(Frame frame) {
    String method = frame.method();
    return begins(method, LENDS)
        || isPool(frame.className()) && (method.startsWith("get") || method.startsWith("await"));
  }

  /** What a frame says that waits for a condition. */
  static Optional<Activity> condition(Frame frame) {
    String method = frame.method();
    return begins(method, FILLS)
        ? Optional.of(Activity.QUEUE_FULL)
        : begins(method, EMPTIES)
            ? Optional.of(Activity.QUEUE_EMPTY)
            : begins(method, AWAITS) ? Optional.of(Activity.LATCH) : Optional.empty();
  }

  private static boolean isPool(String className) {
    String simple = CodeOrigin.topLevelSimpleName(className);
    return simple.contains("Pool") && !simple.contains("Thread") && !simple.contains("Executor");
  }

  private static boolean begins(String method, List<String> words) {
    return words.stream().anyMatch(method::startsWith);
  }
}
