package dev.uncork.benchmarks.preemption.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The turns of one of two programs that are compared with each other while both run: each works in
 * a stretch of its own of every cycle of the machine's clock, so that what the machine does at
 * other times drops out.
 *
 * @param meeting a directory, empty at first, in which each says that it has settled
 * @param beginMillis of a turn, from the beginning of a cycle
 * @param endMillis of a turn, likewise
 */
record Turns(Path meeting, long beginMillis, long endMillis) {
  static final int COUNT = 50;
  private static final long CYCLE_MILLIS = 4_000;
  private static final int PROGRAMS = 2;
  private static final long LOOK_MILLIS = 50;

  /** Waits until both have settled. */
  void meet() throws InterruptedException {
    try {
      Files.createTempFile(meeting, "settled", "");
      while (settled() < PROGRAMS) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long settled() throws IOException {
    try (Stream<Path> files = Files.list(meeting)) {
      return files.count();
    }
  }

  void awaitBegin() throws InterruptedException {
    await(beginMillis);
  }

  void awaitEnd() throws InterruptedException {
    await(endMillis);
  }

  /** All processes of a machine, and of a guest, have the same of this clock. */
  private static void await(long millis) throws InterruptedException {
    long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    TimeUnit.MILLISECONDS.sleep(Math.floorMod(millis - now, CYCLE_MILLIS));
  }
}
