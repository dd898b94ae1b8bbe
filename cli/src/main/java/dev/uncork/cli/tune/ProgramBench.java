package dev.uncork.cli.tune;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.measure.MeasuredRun;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.tune.RunOutcome;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TestBench;
import dev.uncork.diagnosis.tune.TuneLoop;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.diagnosis.tune.TuneStage;
import dev.uncork.report.words.ProgressWords;
import dev.uncork.report.words.TuneWords;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Does the loop's runs with the user's program, and remembers their outcomes. */
final class ProgramBench implements TestBench {
  /** Others' share of the CPUs during a run, from which that run counts as disturbed. */
  private static final double DISTURBED_SHARE = 0.05;

  private final TuneSettings settings;
  private final TuneState state;
  private final MeasuredRun runs;
  private final Observer observer;
  private final PrintStream err;
  private final StatusLine line;
  private final boolean interactive;
  private final Consumer<TuneResult> changes;
  private int done;
  private int measured;
  private int disturbed;
  private double worstOthersShare;
  private String doing = "";
  private double limitSeconds = Double.MAX_VALUE;

  ProgramBench(
      TuneSettings settings,
      TuneState state,
      MeasuredRun runs,
      Observer observer,
      Terminal.Screen screen,
      Consumer<TuneResult> changes) {
    this.settings = settings;
    this.state = state;
    this.runs = runs;
    this.observer = observer;
    this.err = screen.stream();
    this.line = new StatusLine(screen);
    this.interactive = screen.interactive();
    this.changes = changes;
  }

  @Override
  public RunOutcome run(Setup setup) throws Stopped {
    Optional<TuneState.Event> known = state.replay(setup, false);
    if (known.isPresent() && known.get().run() != null) {
      done++;
      return known.get().run();
    }
    requireBudget();
    show();
    long start = System.nanoTime();
    boolean open = settings.progress().isOpen();
    MeasuredRun.Outcome outcome = measured(setup);
    if (outcome.failure() != null && outcome.elapsedSeconds() >= limitSeconds) {
      // Not remembered: with a larger budget it is to be done again.
      line.close();
      throw new Stopped(
          new StopReason.RunTooLong(
              settings.budgetSeconds(), limitSeconds, 1 + TuneLoop.FEWEST_RUNS));
    }
    measured++;
    if (open && !settings.progress().isOpen()) {
      line.close();
      err.println("uncork: " + ProgressWords.measured(settings.progress().label()));
    }
    if (observer.runsInChildren() && outcome.othersCpuShare() > DISTURBED_SHARE) {
      disturbed++;
      worstOthersShare = Math.max(worstOthersShare, outcome.othersCpuShare());
    }
    RunOutcome result =
        new RunOutcome(outcome.throughput(), outcome.elapsedSeconds(), outcome.failure());
    remember(new TuneState.Event(setup, result, null, (System.nanoTime() - start) / 1e9));
    done++;
    if (!result.ok()) {
      line.close();
      err.println("uncork: not counted, " + TuneWords.setup(setup) + ": " + result.failure());
    }
    return result;
  }

  @Override
  public RunOutcome firstRun(Setup setup, double mostSeconds) throws Stopped {
    limitSeconds = mostSeconds;
    runs.limit(mostSeconds);
    try {
      return run(setup);
    } finally {
      limitSeconds = Double.MAX_VALUE;
      runs.limit(limitSeconds);
    }
  }

  private MeasuredRun.Outcome measured(Setup setup) throws Stopped {
    PlannedCommand command = observer.command(setup);
    try {
      Optional<MeasuredRun.Outcome> outcome =
          command.remedies().isEmpty()
              ? runs.run(
                  () -> MeasuredRun.start(command.words(), command.scriptOptions()),
                  line -> observer.hopeless(line).ifPresent(runs::abandon))
              : observer.withAgent(runs, command).outcome();
      return outcome.orElseThrow(() -> new Stopped(StopReason.Known.BY_USER));
    } catch (IOException e) {
      throw new UserError("a run can't be started: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped(StopReason.Known.INTERRUPTED);
    }
  }

  @Override
  public SetupObservation observe(Setup setup) throws Stopped {
    Optional<TuneState.Event> known = state.replay(setup, true);
    if (known.isPresent() && known.get().observation() != null) {
      return known.get().observation();
    }
    requireBudget();
    show();
    long start = System.nanoTime();
    SetupObservation observation;
    try {
      observation =
          observer
              .observe(runs, setup)
              .map(seen -> settings.only() ? seen.onlyAsked() : seen)
              .orElseThrow(() -> new Stopped(StopReason.Known.BY_USER));
    } catch (IOException e) {
      throw new UserError("the program could not be observed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped(StopReason.Known.INTERRUPTED);
    }
    remember(new TuneState.Event(setup, null, observation, (System.nanoTime() - start) / 1e9));
    line.close();
    if (!observation.finding().isEmpty()) {
      err.println("uncork: finding: " + observation.finding());
    }
    return observation;
  }

  private void remember(TuneState.Event event) {
    try {
      state.add(event);
    } catch (IOException e) {
      throw new UserError("what was measured can't be kept: " + e, e);
    }
  }

  private void requireBudget() throws Stopped {
    if (runs.stopped()) {
      throw new Stopped(StopReason.Known.BY_USER);
    }
    if (secondsLeft() <= 0 || (settings.mostRuns() > 0 && done >= settings.mostRuns())) {
      throw new Stopped(new StopReason.BudgetUsedUp());
    }
  }

  @Override
  public List<Lever> named() {
    return observer.named();
  }

  /** A run of Spark's is long, and what remains is told by its history server as well. */
  @Override
  public boolean observesToTryOnly() {
    return settings.only() && settings.spark();
  }

  @Override
  public double secondsLeft() {
    return settings.budgetSeconds() - state.spentSeconds();
  }

  @Override
  public void say(TuneStage next) {
    doing = TuneWords.stage(next);
    boolean pair = next instanceof TuneStage.Pair || next instanceof TuneStage.FinalPair;
    if (!interactive && !pair) {
      err.println("uncork: " + doing + left());
    }
  }

  private void show() {
    line.show(doing + left());
  }

  private String left() {
    long seconds = Math.max(0, Math.round(secondsLeft()));
    String time = seconds < 90 ? seconds + " s" : (seconds + 30) / 60 + " min";
    return "  (" + done + " runs, at most " + time + " left)";
  }

  @Override
  public void changed(TuneResult soFar) {
    line.close();
    changes.accept(soFar);
  }

  /** What other processes did to the figures; empty on a quiet machine. */
  Optional<String> noise() {
    return disturbed == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "noisy machine: other processes used up to %.0f %% of the CPUs, during %d of %d"
                    + " runs; smaller gains can be proven when they are idle",
                100 * worstOthersShare,
                disturbed,
                measured));
  }

  /** What starts a program and looks at it. */
  interface Observer {
    /** The command that a setup makes of the user's. */
    PlannedCommand command(Setup setup);

    /** A run with the agent that remedies need. */
    Recorded withAgent(MeasuredRun runs, PlannedCommand command)
        throws IOException, InterruptedException;

    /** Whether a run's processes are all children of ours, so that other ones are others'. */
    boolean runsInChildren();

    /** Levers that the user named, as far as they are known before a run. */
    List<Lever> named();

    /** Why a run is not worth waiting for, if a line of its output says so. */
    Optional<String> hopeless(String line);

    /** What the model says about the program that was looked at last. */
    Outlook outlook();

    /** What can't be tried here, and why, one line each. */
    List<String> refusals();

    /** A run that is looked at; empty if it was stopped. */
    Optional<SetupObservation> observe(MeasuredRun runs, Setup setup)
        throws IOException, InterruptedException;
  }

  /** A run and, where one was made, its recording. */
  record Recorded(Optional<MeasuredRun.Outcome> outcome, Optional<Path> recording) {}
}
