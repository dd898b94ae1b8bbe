package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds pools of timers that mostly wait until the next task is due: a clock sets how often those
 * are done that come again and again, and what they wait for isn't late.
 */
final class Timers {
  private static final int MIN_LOOKS = 10;
  private static final double MOSTLY = 0.5;
  private static final String AGAIN = "java.util.concurrent.FutureTask.runAndReset";

  private static final class Sum {
    double threads;
    double awaitTime;
  }

  private final StackQuestion awaitsTime = new StackQuestion(JdkWaits::awaitsTime);
  private final StackQuestion again =
      new StackQuestion(
          stack -> stack.stream().anyMatch(frame -> frame.qualifiedMethod().equals(AGAIN)));
  private final Map<Integer, Sum> pools = new HashMap<>();

  /** Adds a thread of one look. */
  void look(ThreadSample thread, Doing doing) {
    if (thread.pool() == 0) {
      return;
    }
    Sum sum = pools.computeIfAbsent(thread.pool(), key -> new Sum());
    sum.threads += thread.weight();
    boolean idle = doing.activity() == Activity.IDLE && awaitsTime.of(thread.stack());
    sum.awaitTime += idle ? thread.weight() : 0;
  }

  /** Whether a thread does what is due, in time. */
  boolean inTime(ThreadSample thread) {
    Sum sum = pools.get(thread.pool());
    return sum != null
        && sum.threads >= MIN_LOOKS
        && sum.awaitTime >= MOSTLY * sum.threads
        && again.of(thread.stack());
  }
}
