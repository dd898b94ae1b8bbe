package dev.uncork.diagnosis.stack;

import java.util.Arrays;
import java.util.Optional;

/** What a thread does, as far as its stack tells. */
public enum Activity {
  /** Runs, or would if it had a core. */
  RUNNING("running"),
  /** Blocked at a lock that one other thread may hold. */
  LOCK("lock"),
  /** Waits for a permit, or for an object of a pool. */
  PERMIT("permit"),
  /** Waits for room in a queue. */
  QUEUE_FULL("queue-full"),
  /** Waits for an element of a queue, in code of the application. */
  QUEUE_EMPTY("queue-empty"),
  /** Waits for the result of a task. */
  FUTURE("future"),
  /** Waits for a latch, or until threads end. */
  LATCH("latch"),
  /** Waits for others at a barrier. */
  BARRIER("barrier"),
  /** Waits for a condition of which nothing more is known. */
  CONDITION("condition"),
  /** Pauses for a moment and tries again. */
  BACKOFF("backoff"),
  /** Sleeps. */
  SLEEP("sleep"),
  /** Waits for the other side of a connection. */
  SOCKET("socket"),
  /** Waits for a file. */
  STORAGE("storage"),
  /** Waits for another process. */
  CHILD_PROCESS("child-process"),
  /** Waits inside the JVM or other native code. */
  NATIVE("native"),
  /** Carries a virtual thread that waits and can't leave it. */
  PINNED("pinned"),
  /** Waits for a request, a task, input or the time to do something: for nothing that is late. */
  IDLE("idle");

  private final String label;

  Activity(String label) {
    this.label = label;
  }

  /** The name in JSON. */
  public String label() {
    return label;
  }

  /** Whether a thread with something to do stands still until another, or a time, lets it go on. */
  public boolean isWait() {
    return switch (this) {
      case RUNNING, NATIVE, PINNED, IDLE -> false;
      default -> true;
    };
  }

  /** That of a name in JSON. */
  public static Optional<Activity> of(String label) {
    return Arrays.stream(values()).filter(activity -> activity.label.equals(label)).findFirst();
  }
}
