package dev.uncork.spark.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long a thread was ready to run and had no core, see {@code schedstat} in proc(5). */
final class RunQueue {
  private static final Path THREAD = Path.of("/proc/thread-self/schedstat");
  private static final int WAITED_FIELD = 1; // behind its CPU time

  private RunQueue() {}

  /** Of the calling thread so far; 0 where the kernel doesn't count it or a sandbox hides it. */
  static long nanosOfThisThread() {
    try {
      return Long.parseLong(Files.readString(THREAD).strip().split(" ")[WAITED_FIELD]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
