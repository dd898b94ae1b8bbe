package dev.uncork.agent.session;

import org.jspecify.annotations.Nullable;

/**
 * The start of the recording beside the start of the counting: loading JFR's classes takes longer
 * than all else that an observed JVM has to wait for.
 */
final class JfrStart extends Thread {
  private final Recorder recorder;
  private volatile @Nullable String failure;

  JfrStart(Recorder recorder) {
    super(null, null, "uncork-start", 0, false);
    this.recorder = recorder;
    setDaemon(true);
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    try {
      recorder.start();
    } catch (Throwable e) {
      failure = "JFR could not start: " + e;
    }
  }

  /** Waits for the start; null when the recording runs, else the reason, in one line. */
  @Nullable String await() {
    try {
      join();
      return failure;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted while JFR started";
    }
  }
}
