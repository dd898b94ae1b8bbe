package dev.uncork.benchmarks.shuffle;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Kills an executor of an application every now and then, by SIGKILL. In a thread of its own. */
final class ExecutorKiller implements AutoCloseable {
  private static final int MIN_MILLIS = 4_000;
  private static final int MORE_MILLIS = 8_000;

  private final Random random;
  private final Thread thread = new Thread(this::run, "killer");
  private volatile Process driver;
  private volatile boolean ended;
  private volatile int killed;

  /**
   * Starts it.
   *
   * @param seed what is random comes from
   */
  ExecutorKiller(long seed, Process driver) {
    random = new Random(seed);
    this.driver = driver;
    thread.setDaemon(true);
    thread.start();
  }

  /** The next application. */
  void turnTo(Process next) {
    driver = next;
  }

  private void run() {
    while (!ended) {
      try {
        TimeUnit.MILLISECONDS.sleep(MIN_MILLIS + random.nextInt(MORE_MILLIS));
      } catch (InterruptedException e) {
        return;
      }
      List<ProcessHandle> executors =
          driver
              .descendants()
              .filter(
                  child ->
                      child
                          .info()
                          .commandLine()
                          .orElse("")
                          .contains("CoarseGrainedExecutorBackend"))
              .toList();
      if (!executors.isEmpty()
          && executors.get(random.nextInt(executors.size())).destroyForcibly()) {
        killed++;
      }
    }
  }

  /** How many it has killed. */
  int killed() {
    return killed;
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
  }
}
