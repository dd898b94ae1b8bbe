package dev.uncork.spark.profile;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.spark.event.TaskWait;
import dev.uncork.sparkledger.log.UserFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the threads of tasks wait for at a moment. Locks are known exactly, and what tasks wait for
 * of shuffles and of Python workers Spark times itself.
 */
final class TaskWaits {
  private static final String TASK_THREAD = "Executor task launch worker";
  private static final long SECOND_NANOS = 1_000_000_000;

  /** Those whose waits Spark times. */
  private static final List<String> TIMED =
      List.of(
          "org.apache.spark.api.python.",
          "org.apache.spark.sql.execution.python.",
          "org.apache.spark.storage.ShuffleBlockFetcherIterator");

  private static final String SPARK = "org.apache.spark.";
  private static final List<String> MACHINERY = List.of(SPARK, "scala.");

  private TaskWaits() {}

  /** As if the moment took a second. */
  static List<TaskWait> of(Snapshot look, StackReading reading) {
    List<TaskWait> waits = new ArrayList<>();
    for (ThreadSample thread : look.threads()) {
      if (thread.threadName().startsWith(TASK_THREAD)) {
        wait(thread, reading.of(thread)).ifPresent(waits::add);
      }
    }
    return waits;
  }

  private static Optional<TaskWait> wait(ThreadSample thread, Doing doing) {
    boolean known =
        switch (doing.activity()) {
          case RUNNING, LOCK, IDLE -> true;
          default -> thread.stack().stream().anyMatch(frame -> begins(frame, TIMED));
        };
    return known
        ? Optional.empty()
        : site(thread.stack())
            .or(doing::site)
            .map(
                site ->
                    new TaskWait(
                        doing.activity().label(),
                        site.toString(),
                        Math.round(thread.weight() * SECOND_NANOS)));
  }

  /**
   * The innermost frame of the program, where it is known: what Spark calls is of the program, and
   * so are classes of the same organization; what they call is a library, such as a driver of a
   * database.
   */
  private static Optional<Frame> site(List<Frame> stack) {
    List<Frame> called = new ArrayList<>();
    for (Frame frame : stack) {
      if (begins(frame, List.of(SPARK)) && !called.isEmpty()) {
        break;
      }
      if (CodeOrigin.isApplication(frame) && !begins(frame, MACHINERY)) {
        called.add(frame);
      }
    }
    if (called.isEmpty()) {
      return Optional.empty();
    }
    String program = organization(called.get(called.size() - 1));
    return called.stream().filter(frame -> organization(frame).equals(program)).findFirst();
  }

  private static String organization(Frame frame) {
    return UserFrames.organization(frame.className());
  }

  private static boolean begins(Frame frame, List<String> prefixes) {
    return prefixes.stream().anyMatch(frame.className()::startsWith);
  }
}
