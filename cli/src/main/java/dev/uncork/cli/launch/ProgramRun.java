package dev.uncork.cli.launch;

import dev.uncork.cli.progress.ProgressReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of an observed program, from its start to its end. */
public final class ProgramRun implements AutoCloseable {
  private static final long DRAIN_MILLIS = 2_000;

  private final Process process;
  private final SignalRelay signals;
  private final @Nullable ProgressReader progress;
  private final @Nullable OutputTee tee;

  private ProgramRun(
      Process process,
      SignalRelay signals,
      @Nullable ProgressReader progress,
      @Nullable OutputTee tee) {
    this.process = process;
    this.signals = signals;
    this.progress = progress;
    this.tee = tee;
  }

  /** Follows a program without touching its output. */
  public static ProgramRun follow(Process process) {
    return new ProgramRun(process, SignalRelay.to(process), null, null);
  }

  /** Follows a program whose output tells its progress. */
  public static ProgramRun follow(Process process, ProgressReader reader) {
    SignalRelay signals = SignalRelay.to(process);
    return new ProgramRun(process, signals, reader, OutputTee.start(process, reader));
  }

  /** Waits for the end of the program. The exit code is 128+N when signal N killed it. */
  public int await() throws InterruptedException {
    int exitCode = process.waitFor();
    if (tee != null) {
      tee.await(DRAIN_MILLIS);
    }
    return exitCode;
  }

  /** How many lines of output told progress; empty when none was asked for. */
  public Optional<Integer> progressLines() {
    return progress == null ? Optional.empty() : progress.matches();
  }

  /** Gives signals their usual meaning back. */
  @Override
  public void close() {
    signals.close();
  }
}
