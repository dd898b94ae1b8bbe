package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.cli.value.DurationConverter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a program is measured over several runs, and which runs are right. */
public final class MeasuredRunOptions {
  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Progress this early in a run doesn't count, as 5s. Needs --progress.")
  private @Nullable Duration warmUp;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "10m",
      description = "A run that takes longer is ended and fails. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ZERO;

  @Option(
      names = "--check",
      paramLabel = "/REGEX/|CMD",
      description = {
        "What the output of a correct run contains, or a shell command that reads the output and"
            + " exits with 0 if it is correct. A run that fails is reported and never counted; any"
            + " exit code but 0 is a failure."
      })
  private @Nullable String check;

  @Option(
      names = "--progress",
      paramLabel = "REGEX",
      description = {
        "The program's own operation count: the first group, a rate if the expression says so (/s,"
            + " /sec, per second), else operations so far. Default: what the first run prints"
            + " again and again, else runs per second."
      })
  private @Nullable String progress;

  @Option(
      names = "--no-progress",
      description = "Measure runs per second, whatever the program prints.")
  private boolean noProgress;

  /** Refuses options that contradict each other. */
  public void refuseContradictions() {
    if (noProgress && progress != null) {
      throw new UserError("--progress and --no-progress exclude each other; give one of them");
    }
    if (warmUp != null && progress == null) {
      throw new UserError(
          "--warm-up needs --progress: the time of a whole run has no part that can be left out");
    }
  }

  public long warmUpSeconds() {
    return warmUp == null ? 0 : warmUp.toSeconds();
  }

  public long timeoutSeconds() {
    return timeout.toSeconds();
  }

  /** What tells a right run, or null when its exit code does. */
  public @Nullable String check() {
    return check;
  }

  /** What tells the speed of a run, where its output is not only the program's. */
  public RunProgress givenProgress() {
    return RunProgress.given(progress);
  }

  /** What tells the speed of a run. */
  public RunProgress progress() {
    return progress == null && !noProgress ? RunProgress.searched() : RunProgress.given(progress);
  }
}
