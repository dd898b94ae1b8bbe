package dev.uncork.cli.attach;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How long a JVM is waited for: longer where its threads that answer get hardly any time, since too
 * many others want the cores.
 */
final class Patience {
  private static final Duration MOST = Duration.ofMinutes(5);

  /** Between two looks at all of its threads, which take time that it lacks. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final long pid;
  private final Consumer<String> progress;
  private final Silence silence;
  private final long beginNanos = System.nanoTime();
  private Duration enough;
  private boolean told;

  /**
   * Begins now.
   *
   * @param progress is told why it takes longer than usual
   */
  Patience(long pid, Duration usual, Consumer<String> progress) {
    this.pid = pid;
    this.enough = usual;
    this.progress = progress;
    this.silence = Silence.begin(pid);
  }

  /** Whether it should have answered by now. */
  boolean isOver() {
    Duration soFar = soFar();
    if (soFar.compareTo(enough) < 0) {
      return false;
    }
    Optional<String> crowd = silence.crowd();
    if (crowd.isEmpty() || soFar.compareTo(MOST) >= 0) {
      return true;
    }
    enough = soFar.plus(PAUSE);
    if (!told) {
      told = true;
      progress.accept(
          "process "
              + pid
              + " is slow to answer: "
              + crowd.get()
              + "; waiting up to "
              + MOST.toMinutes()
              + " minutes ...");
    }
    return false;
  }

  /** For how long it was waited for so far. */
  Duration soFar() {
    return Duration.ofNanos(System.nanoTime() - beginNanos);
  }

  /** Why it didn't answer so far and what to do, where that can be seen. */
  Optional<String> reason() {
    return silence.reason();
  }
}
