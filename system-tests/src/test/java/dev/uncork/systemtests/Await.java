package dev.uncork.systemtests;

import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that the machine will bring about, up to a deadline. */
final class Await {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Await() {}

  static void until(String what, Callable<Boolean> condition) throws Exception {
    long startNanos = System.nanoTime();
    while (!holdsNow(condition)) {
      if (System.nanoTime() - startNanos > DEADLINE_NANOS) {
        throw new AssertionError("not within 120 s: " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Files that the condition looks at may come and go meanwhile. */
  private static boolean holdsNow(Callable<Boolean> condition) throws Exception {
    try {
      return condition.call();
    } catch (NoSuchFileException e) {
      return false;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return false;
      }
      throw e;
    }
  }
}
