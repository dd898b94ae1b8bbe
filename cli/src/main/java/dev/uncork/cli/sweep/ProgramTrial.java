package dev.uncork.cli.sweep;

import dev.uncork.cli.measure.MeasuredRun;
import dev.uncork.cli.measure.SelfCheck;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.scaling.sweep.Point;
import dev.uncork.scaling.sweep.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Runs the program of a sweep once, at one point. */
final class ProgramTrial {
  private final CommandTemplate template;
  private final MeasuredRun runs;

  ProgramTrial(
      CommandTemplate template,
      SelfCheck check,
      RunProgress progress,
      double warmUpSeconds,
      double timeoutSeconds) {
    this.template = template;
    this.runs = new MeasuredRun(check, progress, warmUpSeconds, timeoutSeconds);
  }

  /** Ends the program that runs, and lets no other start. Called by a signal handler. */
  void stop() {
    runs.stop();
  }

  boolean stopped() {
    return runs.stopped();
  }

  /** One run; empty if the sweep was stopped meanwhile. */
  Optional<Trial> run(Point point, int round) throws IOException, InterruptedException {
    List<String> command = template.at(point);
    return runs.run(() -> MeasuredRun.start(command, List.of()), line -> {})
        .map(
            outcome ->
                new Trial(
                    point,
                    round,
                    outcome.throughput(),
                    outcome.elapsedSeconds(),
                    outcome.othersCpuShare(),
                    outcome.failure()));
  }
}
