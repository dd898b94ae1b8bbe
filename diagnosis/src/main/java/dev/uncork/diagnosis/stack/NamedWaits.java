package dev.uncork.diagnosis.stack;

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
  private static final List<String> LENDS_OF_POOL =
      List.of("get", "await", "pop", "take", "poll", "claim");
  private static final List<String> FILLS =
      List.of(
          "put", "offer", "add", "enqueue", "publish", "push", "append", "send", "submit", "post",
          "insert", "write", "store", "deposit", "produce", "emit");
  private static final List<String> EMPTIES =
      List.of(
          "take",
          "poll",
          "dequeue",
          "pop",
          "receive",
          "nextTask",
          "getTask",
          "read",
          "drain",
          "collect",
          "consume",
          "withdraw");
  private static final List<String> TAKES_FROM_BUFFER = List.of("get", "next", "remove", "fetch");
  private static final List<String> BUFFERS =
      List.of("Queue", "Buffer", "Mailbox", "Channel", "Inbox", "Ring", "Pipe");
  private static final List<String> LIMITS =
      List.of("Throttle", "Limiter", "Bulkhead", "Semaphore", "Permit");
  private static final List<String> LOCKS = List.of("Lock", "Mutex");
  private static final List<String> IDLES = List.of("IdleStrategy", "WaitStrategy");
  private static final List<String> ASKS =
      List.of("ask", "query", "resolve", "request", "call", "lookup", "exchange", "send", "fetch");
  private static final List<String> AWAITS = List.of("await", "join", "waitFor", "sync");

  private NamedWaits() {}

  /** Whether a frame lends what others give back, such as a connection. */
  static boolean lends(Frame frame) {
    String method = frame.method();
    return begins(method, LENDS)
        || isLimit(frame.className())
        || isPool(frame.className()) && begins(method, LENDS_OF_POOL);
  }

  /** What a frame says that waits for a condition. */
  static Optional<Activity> condition(Frame frame) {
    String method = frame.method();
    if (isLock(frame)) {
      return Optional.of(Activity.LOCK);
    }
    return begins(method, FILLS)
        ? Optional.of(Activity.QUEUE_FULL)
        : idles(frame)
                || begins(method, EMPTIES)
                || isBuffer(frame) && begins(method, TAKES_FROM_BUFFER)
            ? Optional.of(Activity.QUEUE_EMPTY)
            : begins(method, AWAITS) ? Optional.of(Activity.LATCH) : Optional.empty();
  }

  /** Whether a frame that waits for a datagram has asked for it. */
  static boolean asks(Frame frame) {
    return begins(frame.method(), ASKS);
  }

  private static boolean isLimit(String className) {
    String simple = ClassNames.simple(className);
    return LIMITS.stream().anyMatch(simple::contains);
  }

  private static boolean isPool(String className) {
    String simple = ClassNames.simple(className);
    return simple.contains("Pool") && !simple.contains("Thread") && !simple.contains("Executor");
  }

  /** Whether a frame is how a thread passes the time until there is something to do. */
  private static boolean idles(Frame frame) {
    String simple = ClassNames.simple(frame.className());
    return frame.method().equals("idle") || IDLES.stream().anyMatch(simple::endsWith);
  }

  private static boolean isLock(Frame frame) {
    String simple = ClassNames.simple(frame.className());
    return frame.method().startsWith("lock") || LOCKS.stream().anyMatch(simple::endsWith);
  }

  private static boolean isBuffer(Frame frame) {
    String simple = ClassNames.simple(frame.className());
    return BUFFERS.stream().anyMatch(simple::contains);
  }

  private static boolean begins(String method, List<String> words) {
    return words.stream().anyMatch(method::startsWith);
  }
}
