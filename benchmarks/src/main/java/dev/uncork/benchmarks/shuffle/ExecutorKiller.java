package dev.uncork.benchmarks.shuffle;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills executors of an application by SIGKILL: during three of four jobs one, at a random moment.
 * Not more, so that jobs come to an end on a slow machine too.
 */
final class ExecutorKiller implements AutoCloseable {
  private static final int OF_FOUR = 3;

  private final Random random;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private @Nullable ScheduledFuture<?> next;
  private volatile int killed;

  /**
   * Does nothing yet.
   *
   * @param seed what is random comes from
   */
  ExecutorKiller(long seed) {
    random = new Random(seed);
  }

  /**
   * A job starts.
   *
   * @param driver of its application
   * @param millis what it takes when nothing is killed
   */
  void starts(Process driver, long millis) {
    boolean chosen = random.nextInt(4) < OF_FOUR;
    long delay = (long) (random.nextDouble() * millis);
    if (chosen && (next == null || next.isDone())) {
      next = thread.schedule(() -> kill(driver), delay, TimeUnit.MILLISECONDS);
    }
  }

  private void kill(Process driver) {
    List<ProcessHandle> executors =
        driver
            .descendants()
            .filter(
                child ->
                    child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
            .toList();
    if (!executors.isEmpty() && executors.get(random.nextInt(executors.size())).destroyForcibly()) {
      killed++;
    }
  }

  /** How many it has killed. */
  int killed() {
    return killed;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
