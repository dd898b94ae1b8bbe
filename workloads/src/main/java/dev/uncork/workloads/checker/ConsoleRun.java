package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.model.Model;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A run as the terminal sees it: progress, outcome, exit code, and a summary at Ctrl-C. */
final class ConsoleRun {
  private final CheckConfig config;
  private final PrintWriter out;
  private final PrintWriter err;

  ConsoleRun(CheckConfig config, PrintWriter out, PrintWriter err) {
    this.config = config;
    this.out = out;
    this.err = err;
  }

  int run(RunDirectory directory) throws InterruptedException {
    print(
        "Checking %s with %d workers: counter %s, set %s, queue %s, end phase %s, log %s",
        config.model().name(),
        config.workers(),
        config.counter(),
        config.set(),
        config.queue(),
        config.endPhase(),
        config.log());
    if (!directory.isTemporary()) {
      print("Log, pages and checkpoint in %s", directory.path());
    }
    ModelChecker checker = new ModelChecker(config, this::printProgress);
    AtomicBoolean over = new AtomicBoolean();
    Thread atExit = new Thread(() -> summarize(checker, directory, over), "interrupted-summary");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      CheckResult result = checker.modelCheck();
      over.set(true);
      return printOutcome(result);
    } catch (CheckFailedException e) {
      if (over.getAndSet(true)) {
        return 1; // interrupted: the summary has been printed, its aftermath is of no interest
      }
      err.println("check failed: " + e.getMessage());
      err.flush();
      return 1;
    } finally {
      over.set(true);
      removeHook(atExit);
    }
  }

  private static void removeHook(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is shutting down and the hook has run or is running.
    }
  }

  private void summarize(ModelChecker checker, RunDirectory directory, AtomicBoolean over) {
    if (!over.getAndSet(true)) {
      ModelChecker.Progress progress = checker.soFar();
      print(
          "Interrupted: %d distinct states so far, %d generated, %d left on the queue, %d ops/s",
          progress.distinctStates(),
          progress.generatedStates(),
          progress.queuedStates(),
          progress.statesPerSecond());
    }
    try {
      directory.close();
    } catch (IOException e) {
      err.println("can't delete " + directory.path() + ": " + e);
      err.flush();
    }
  }

  private void printProgress(ModelChecker.Progress progress) {
    print(
        "states/sec: %d  generated: %d  distinct: %d  queue: %d",
        progress.statesPerSecond(),
        progress.generatedStates(),
        progress.distinctStates(),
        progress.queuedStates());
  }

  private int printOutcome(CheckResult result) {
    CheckResult.ModelError error = result.error();
    if (error != null) {
      printTrace(error);
    } else {
      print(
          "Fingerprints checked in %.2f s: a collision is likely with a probability of %.1e"
              + " (calculated), %.1e (from the least distance)",
          result.endPhaseSeconds(), calculatedCollision(result), actualCollision(result));
    }
    print(
        "%s: %d distinct states%s, %d generated, %d bytes of log, %.2f seconds, %d ops/s",
        result.ok() ? "OK" : "WRONG",
        result.distinctStates(),
        expectation(result),
        result.generatedStates(),
        result.logBytes(),
        result.seconds(),
        Math.round(result.generatedStates() / result.seconds()));
    return result.ok() ? 0 : 1;
  }

  private static String expectation(CheckResult result) {
    OptionalLong known = result.knownStates();
    if (result.error() != null) {
      return " until the error";
    }
    if (known.isEmpty()) {
      return " (no known number to compare with)";
    }
    return known.getAsLong() == result.distinctStates()
        ? " (as known)"
        : " (" + known.getAsLong() + " are known)";
  }

  /** TLC's optimistic estimate: every generated state that was not new might have collided. */
  private static double calculatedCollision(CheckResult result) {
    double distinct = result.distinctStates();
    return distinct * (result.generatedStates() - distinct) / Math.pow(2, 64);
  }

  private static double actualCollision(CheckResult result) {
    return 1 / (Math.max(0x1p-64, (double) (result.nearestDistance() >>> 1)) * 2);
  }

  private void printTrace(CheckResult.ModelError error) {
    Model model = config.model();
    print("Error: %s is violated in: %s", error.property(), model.describe(error.state()));
    List<TraceSearch.Step> steps = TraceSearch.shortestError(model);
    print("A shortest way to an error has %d states:", steps.size());
    for (int i = 0; i < steps.size(); i++) {
      TraceSearch.Step step = steps.get(i);
      print("%4d  %s: %s", i + 1, step.action(), model.describe(step.state()));
    }
  }

  private synchronized void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
