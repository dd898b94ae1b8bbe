package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.ThreadFields;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** What is remembered of a live thread from one look at it to the next. */
class WatchedThread {
  final Thread thread;
  final long id;

  /** Number of threads that it stands for, where not all are looked at. */
  float weight = 1;

  /** CPU time and moment of the last look; negative before the first. */
  long cpuNanos = -1;

  long lookedNanos;

  /** The kernel's number of it; 0 where it hasn't been looked for, or found. */
  int kernelId;

  /** Whether the last look found it in native code that isn't the JDK's. */
  boolean inForeignCode;

  /** The file that kept it waiting when this snapshot began; null where nobody looked then. */
  @Nullable WaitedFor file;

  /** CPU time when threads were listed; negative before the first time. */
  long listedCpuNanos = -1;

  /** The worker of an executor that it runs; null where it hasn't been looked for. */
  @Nullable WeakReference<Object> worker;

  WatchedThread(Thread thread) {
    this.thread = thread;
    this.id = ThreadFields.id(thread);
  }
}
