package dev.uncork.cli.measure;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.launch.ChildEnvironment;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.progress.FoundProgress;
import dev.uncork.cli.progress.LookBudget;
import dev.uncork.cli.progress.ProgressFinder;
import dev.uncork.cli.progress.ProgressPattern;
import dev.uncork.cli.progress.RunProgress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a program once, reads its output, measures its speed, and checks it. */
public final class MeasuredRun {
  private static final int OUTPUT_KEPT_CHARS = 4 << 20;
  private static final long READER_GRACE_MILLIS = 2_000;

  /** How long the handler of the Ctrl-C that ended the program may take to tell this thread. */
  private static final long STOP_GRACE_MILLIS = 500;

  private static final Set<Integer> EXITS_OF_SIGNALS = Set.of(128 + 1, 128 + 2, 128 + 15);

  private final SelfCheck check;
  private final RunProgress progress;
  private final double warmUpSeconds;
  private final double timeoutSeconds;
  private volatile @Nullable Process running;
  private volatile @Nullable String abandoned;
  private double limitSeconds = Double.MAX_VALUE;
  private final CountDownLatch stop = new CountDownLatch(1);

  /** How the program gets started; standard error goes where standard output goes. */
  public interface Launch {
    Process start() throws IOException;
  }

  /**
   * What a run came to.
   *
   * @param throughput operations per second, or runs per second without progress
   * @param othersCpuShare share of the machine's CPUs that other processes used meanwhile
   * @param failure why it doesn't count; null if it does
   */
  public record Outcome(
      double throughput, double elapsedSeconds, double othersCpuShare, @Nullable String failure) {}

  /**
   * Runs to be done.
   *
   * @param progress what tells their speed
   */
  public MeasuredRun(
      SelfCheck check, RunProgress progress, double warmUpSeconds, double timeoutSeconds) {
    this.check = check;
    this.progress = progress;
    this.warmUpSeconds = warmUpSeconds;
    this.timeoutSeconds = timeoutSeconds;
  }

  /** Ends the program that runs, and lets no other start. Called by a signal handler. */
  public void stop() {
    stop.countDown();
    Process program = running;
    if (program != null) {
      end(program);
    }
  }

  /** Ends the run that goes on, which has failed for a reason; others may follow. */
  public void abandon(String reason) {
    Process program = running;
    if (program != null) {
      abandoned = reason;
      end(program);
    }
  }

  /** Ends the runs that follow after this time, too, if it is shorter than the time-out. */
  public void limit(double seconds) {
    limitSeconds = seconds;
  }

  public boolean stopped() {
    return stop.getCount() == 0;
  }

  private static void end(Process program) {
    program.descendants().forEach(ProcessHandle::destroyForcibly);
    program.destroyForcibly();
  }

  /**
   * One run; empty if it was stopped.
   *
   * @param lines hears of every line of output
   */
  public Optional<Outcome> run(Launch launch, Consumer<String> lines)
      throws IOException, InterruptedException {
    Optional<CpuClock> cpuBefore = CpuClock.read();
    long start = System.nanoTime();
    Process program = launch.start();
    abandoned = null;
    running = program;
    if (stopped()) {
      end(program);
    }
    Optional<ProgressPattern> pattern = progress.pattern();
    Throughput throughput =
        new Throughput(pattern.map(ProgressPattern::isRate).orElse(false), warmUpSeconds);
    ProgressFinder finder = new ProgressFinder();
    BiConsumer<String, Double> figures =
        pattern.isPresent()
            ? (line, at) -> pattern.get().find(line).ifPresent(number -> throughput.add(at, number))
            : progress.isOpen() ? looking(finder) : (line, at) -> {};
    StringBuffer output = new StringBuffer();
    Line read =
        (line, at) -> {
          synchronized (output) {
            lines.accept(line);
            figures.accept(line, at);
            if (output.length() + line.length() < OUTPUT_KEPT_CHARS) {
              output.append(line).append('\n');
            }
          }
        };
    Thread reader = reading(program.getInputStream(), start, read);
    Thread errors = reading(program.getErrorStream(), start, read);
    double mostSeconds = Math.min(timeoutSeconds, limitSeconds);
    boolean ended = program.waitFor((long) (mostSeconds * 1000), TimeUnit.MILLISECONDS);
    double elapsedSeconds = (System.nanoTime() - start) / 1e9;
    if (!ended) {
      end(program);
      program.waitFor();
    }
    running = null;
    reader.join(READER_GRACE_MILLIS);
    errors.join(READER_GRACE_MILLIS);
    if (EXITS_OF_SIGNALS.contains(program.exitValue())) {
      // A key of the terminal signals the program too, which may end before we are told.
      stop.await(STOP_GRACE_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (stopped()) {
      return Optional.empty();
    }
    Optional<CpuClock> cpuAfter = CpuClock.read();
    double others =
        cpuBefore.isPresent() && cpuAfter.isPresent()
            ? cpuAfter.get().othersShareSince(cpuBefore.get())
            : 0;
    Optional<FoundProgress> found =
        progress.isOpen() ? progress.of(finder, elapsedSeconds) : Optional.empty();
    OptionalDouble operations =
        pattern.isPresent()
            ? throughput.of(elapsedSeconds)
            : found
                .map(each -> throughput(each).of(elapsedSeconds))
                .orElse(OptionalDouble.of(1 / elapsedSeconds));
    String why = abandoned;
    String failure =
        why != null
            ? why
            : ended
                ? judge(program.exitValue(), output.toString(), operations)
                : "it did not end within " + Math.round(mostSeconds) + " s (--timeout)";
    if (progress.isOpen() && failure == null) {
      progress.settle(found);
    }
    return Optional.of(new Outcome(operations.orElse(0), elapsedSeconds, others, failure));
  }

  private static BiConsumer<String, Double> looking(ProgressFinder finder) {
    LookBudget budget = new LookBudget();
    return (line, seconds) -> budget.look(() -> finder.line(line, Math.round(seconds * 1_000)));
  }

  private Throughput throughput(FoundProgress found) {
    boolean rate = ProgressPattern.found(found.expression()).isRate();
    Throughput throughput = new Throughput(rate, warmUpSeconds);
    found.readings().forEach(each -> throughput.add(each.atMillis() / 1e3, each.figure()));
    return throughput;
  }

  private @Nullable String judge(int exitCode, String output, OptionalDouble operations)
      throws IOException, InterruptedException {
    Optional<String> objection = check.objection(exitCode, output);
    if (objection.isPresent()) {
      return objection.get() + lastLine(output);
    }
    if (operations.isEmpty()) {
      return (progress.isSearched()
              ? "no line of its output showed the progress that the first run's did"
              : "no line of output after the warm-up matched --progress")
          + lastLine(output);
    }
    return operations.getAsDouble() > 0 ? null : "its throughput is 0";
  }

  private static String lastLine(String output) {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "; it wrote nothing" : "; last line: " + lines.get(lines.size() - 1);
  }

  /**
   * Starts a command with the user's environment and nothing to read. Its two outputs are two
   * pipes: in one, a line that is written piece by piece has lines of the log within.
   */
  public static Process start(List<String> command, List<String> jvmOptionsForScripts) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(ChildEnvironment.view());
    jvmOptionsForScripts.forEach(
        option -> ObservedProgram.addToolOption(builder.environment(), option));
    try {
      Process program = builder.start();
      program.getOutputStream().close();
      return program;
    } catch (IOException e) {
      throw new UserError(
          "the command " + command.get(0) + " can't be started: " + e.getMessage(), e);
    }
  }

  /** What becomes of a line that was written so many seconds after the start. */
  private interface Line {
    void read(String line, double seconds);
  }

  private static Thread reading(InputStream from, long start, Line each) {
    Thread reader = new Thread(() -> read(from, start, each), "uncork-output");
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private static void read(InputStream from, long start, Line each) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        each.read(line, (System.nanoTime() - start) / 1e9);
      }
    } catch (IOException e) {
      // The program was killed while it wrote; its exit code or the time-out says so.
      return;
    }
  }
}
