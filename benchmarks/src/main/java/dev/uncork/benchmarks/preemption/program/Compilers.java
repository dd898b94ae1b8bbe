package dev.uncork.benchmarks.preemption.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The JVM's compilers, which take part of the processor from the threads that are measured: after
 * each cell, whose end runs code that has hardly run before, and most where there are agents.
 */
final class Compilers {
  private static final int QUIET_SECONDS = 3;
  private static final int MOST_SECONDS = 60;

  /** Index of the ticks in user code, 10 ms each, among what follows the name in a stat file. */
  private static final int USER_TICKS = 11;

  private static final long UNKNOWN = Long.MIN_VALUE;

  private Compilers() {}

  /** Returns when they have been at rest for three seconds, or after a minute. */
  static void await() throws InterruptedException {
    long before = ticks();
    int quiet = 0;
    for (int second = 0; second < MOST_SECONDS && quiet < QUIET_SECONDS; second++) {
      TimeUnit.SECONDS.sleep(1);
      long now = ticks();
      quiet = now != UNKNOWN && now - before <= 1 ? quiet + 1 : 0;
      before = now;
    }
  }

  /** Processor time of the compilers' threads. */
  private static long ticks() {
    long sum = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        int nameEnd = stat.lastIndexOf(')');
        if (stat.lastIndexOf("CompilerThre", nameEnd) >= 0) {
          sum += Long.parseLong(stat.substring(nameEnd + 2).split(" ")[USER_TICKS]);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return UNKNOWN; // a thread has ended meanwhile
    }
    return sum;
  }
}
