package dev.uncork.cli.tune;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.launch.JavaClassPath;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.launch.SignalRelay;
import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.cli.measure.MeasuredRun;
import dev.uncork.cli.measure.SelfCheck;
import dev.uncork.cli.output.Occasions;
import dev.uncork.cli.output.OutputFile;
import dev.uncork.cli.plan.Fingerprint;
import dev.uncork.cli.plan.Plan;
import dev.uncork.cli.plan.PlanFile;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.quiet.LogConfiguration;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.lever.JavaCommand;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SparkLayout;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TuneLoop;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.html.TunePage;
import dev.uncork.report.json.TuneJson;
import dev.uncork.report.next.ShellWords;
import dev.uncork.report.text.TuneText;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.report.words.TuneWords;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A whole tuning: check what was asked for, run the loop, write plan and report. */
public final class Tuning {
  /** Exit code when the program could not be measured. */
  private static final int EXIT_NOT_MEASURED = 1;

  /** Exit code when a signal stopped it, as of a shell. */
  private static final int EXIT_STOPPED = 130;

  private final TuneSettings settings;
  private final AgentRuns.Remedies remedies;
  private final String version;
  private final PrintStream err;
  private final Terminal terminal;
  private int reported;
  private boolean baselineSaid;

  /**
   * A tuning to be done.
   *
   * @param version of Uncork, for the plan
   */
  public Tuning(
      TuneSettings settings, AgentRuns.Remedies remedies, String version, Terminal terminal) {
    this.settings = settings;
    this.remedies = remedies;
    this.version = version;
    this.terminal = terminal;
    this.err = terminal.err().stream();
  }

  /** How an earlier tuning is treated. */
  public enum Earlier {
    /** Refuse to begin if there is an unfinished one. */
    REFUSE,
    RESUME,
    DISCARD
  }

  /**
   * Tunes; returns the exit code.
   *
   * @param sparkDefaults where the settings for a Spark application go
   */
  public int run(
      Path planFile,
      Path sparkDefaults,
      Path stateFile,
      Earlier earlier,
      @Nullable Path json,
      @Nullable Path html)
      throws IOException {
    Setup start = settings.start();
    settings.refuseWhatComparesNothing();
    SparkRuns spark = spark(planFile);
    OutputFile plan = OutputFile.check("--plan", planFile);
    OutputFile defaults =
        spark == null ? null : OutputFile.check("--spark-defaults", sparkDefaults);
    OutputFile.check("--state", stateFile);
    OutputFile document = json == null ? null : OutputFile.check("--json", json);
    OutputFile page = html == null ? null : OutputFile.check("--html", html);
    Path parent = planFile.toAbsolutePath().getParent();
    Path directory = parent == null ? Path.of(".") : parent;
    PlannedCommand first = PlannedCommand.of(settings.command(), start.changes(), directory);
    Optional<JavaHome> java = ObservedProgram.edited(first.words()).java();
    List<Path> classPath = JavaClassPath.of(first.words());
    MeasuredRun runs =
        new MeasuredRun(
            settings.check() == null ? SelfCheck.exitCode() : SelfCheck.parse(settings.check()),
            settings.progress(),
            settings.warmUpSeconds(),
            settings.timeoutSeconds());
    TuneState state = open(stateFile, earlier, Fingerprint.ofClassPath(classPath), start);
    missing();
    List<Lever> quiet =
        new LogConfiguration(
                classPath,
                JavaCommand.of(first.words()).map(JavaCommand::jvmOptions).orElse(List.of()),
                directory)
            .levers(java.map(JavaHome::directory), settings.allowLessLog(), this::say);
    ProgramBench.Observer observer =
        spark != null
            ? spark
            : new AgentRuns(settings, remedies, planFile, quiet, TunedMachine.here());
    PlanText text = new PlanText(settings, version, java.map(JavaHome::major).orElse(0), directory);
    Setup from = state.content().from() == null ? start : state.content().from();
    TuneResult result;
    Optional<String> noise;
    try (SignalRelay relay = SignalRelay.calling(runs::stop)) {
      ProgramBench bench =
          new ProgramBench(
              settings,
              state,
              runs,
              observer,
              terminal.err(),
              soFar -> changed(soFar, plan, defaults, text));
      result = new TuneLoop(bench, start, from, settings.mostPairs()).run();
      noise = bench.noise();
    }
    LogConfiguration.removeUnused(directory, result.best().changes());
    TuneAccount account =
        new TuneAccount(
            result,
            settings.command(),
            settings.unit(),
            planFile.toString(),
            observer.outlook(),
            observer.refusals(),
            notes(state, result, noise));
    TuneText.print(account, terminal.out().stream());
    if (document != null) {
      document.write(to -> TuneJson.write(account, Occasions.now(settings.command()), to));
    }
    if (page != null) {
      page.write(to -> to.write(TunePage.of(account)));
    }
    return end(result, runs.stopped(), state, planFile, defaults == null ? null : sparkDefaults);
  }

  /** What runs a Spark application; null for any other program. */
  private @Nullable SparkRuns spark(Path planFile) {
    List<SparkLayout> layouts = settings.layouts();
    if (!settings.spark()) {
      return null;
    }
    Path parent = planFile.toAbsolutePath().getParent();
    SparkRuns spark =
        new SparkRuns(
            settings.command(), parent == null ? Path.of(".") : parent, settings.levers(), layouts);
    spark.check();
    return spark;
  }

  /** What the figures alone don't say. */
  private List<String> notes(TuneState state, TuneResult result, Optional<String> noise) {
    List<String> notes = new ArrayList<>();
    List<TuneState.Chapter> chapters = state.content().earlier();
    if (!chapters.isEmpty()) {
      SourceChange.verdict(chapters.get(chapters.size() - 1), result, settings.unit())
          .ifPresent(verdict -> notes.add("The source: " + verdict));
    }
    noise.ifPresent(notes::add);
    return notes;
  }

  private int end(
      TuneResult result,
      boolean stopped,
      TuneState state,
      Path planFile,
      @Nullable Path sparkDefaults)
      throws IOException {
    PrintStream out = terminal.out().stream();
    boolean tooShort = isTooShort(result);
    if (result.baseline().isEmpty() || tooShort) {
      if (stopped) {
        return EXIT_STOPPED;
      }
      say(
          "the program was not tuned: "
              + TuneWords.stopped(result)
              + (tooShort && !state.content().events().isEmpty()
                  ? ", with --resume to go on from here"
                  : ""));
      if (!tooShort && !isUsedUp(result)) {
        state.finish();
      }
      return EXIT_NOT_MEASURED;
    }
    boolean proven = !result.best().equals(result.start());
    out.println("Plan  " + planFile + (proven ? "" : "  (it changes nothing: nothing was proven)"));
    if (sparkDefaults != null) {
      out.println("Spark settings  " + sparkDefaults);
      if (proven) {
        out.println(
            "Next  spark-submit --properties-file " + sparkDefaults + " --load-spark-defaults ...");
      }
    } else if (proven) {
      out.println(
          "Next  uncork run --plan "
              + ShellWords.quoted(planFile.toString())
              + " -- "
              + ShellWords.joined(settings.command()));
    }
    out.flush();
    if (stopped) {
      say("stopped; the plan holds what was proven so far, --resume goes on");
      return EXIT_STOPPED;
    }
    if (!isUsedUp(result)) {
      state.finish();
    }
    return 0;
  }

  private TuneState open(Path file, Earlier earlier, String program, Setup start)
      throws IOException {
    Optional<TuneState> found =
        earlier == Earlier.DISCARD ? Optional.empty() : TuneState.read(file, settings.progress());
    if (earlier == Earlier.RESUME && found.isEmpty()) {
      throw new UserError(
          "--resume: there is no state file " + file + "; run without --resume to begin");
    }
    if (found.isEmpty() || (earlier == Earlier.REFUSE && found.get().content().finished())) {
      return TuneState.fresh(file, settings.identity(), settings.progress(), program);
    }
    TuneState state = found.get();
    TuneState.Content content = state.content();
    if (earlier == Earlier.REFUSE) {
      throw new UserError(
          "the state file "
              + file
              + " is of an unfinished tuning; --resume goes on with it, --fresh discards it,"
              + " --state names another");
    }
    if (!settings.identity().equals(content.request())) {
      throw new UserError(
          "the state file "
              + file
              + " is of another command ("
              + String.join(" ", content.request())
              + "); give that one, or --fresh to start over, or another --state");
    }
    if (!content.program().equals(program)) {
      Setup from = content.from() == null ? start : content.from();
      TuneResult before = SourceChange.playedBack(state, start, from, settings.mostPairs());
      say("the program has changed since; what was kept is measured again with it");
      state.nextChapter(program, before.best(), SourceChange.chapter(state, before));
    } else {
      say("resuming after " + content.events().size() + " runs");
    }
    return state;
  }

  /** Says what would make the figures mean more, and how to add it. */
  private void missing() {
    List<String> missing = new ArrayList<>();
    if (settings.check() == null) {
      missing.add(
          "no --check: only the exit code tells a right run from a wrong one; give what a right"
              + " run prints, as --check '/No error found/', or a command that reads the output");
    }
    if (settings.progress().pattern().isEmpty() && !settings.progress().isSearched()) {
      missing.add(
          "no --progress: whole runs are timed, with the JVM's start; give the program's own rate,"
              + " as --progress 'states/sec: (\\d+)'");
    }
    missing.forEach(this::say);
  }

  private void changed(
      TuneResult soFar, OutputFile plan, @Nullable OutputFile defaults, PlanText text) {
    List<Attempt> attempts = soFar.attempts();
    for (; reported < attempts.size(); reported++) {
      Attempt attempt = attempts.get(reported);
      say(
          attempt.change().text()
              + ": "
              + attempt.decision().label()
              + "; "
              + TuneWords.grounds(attempt)
              + predicted(attempt));
    }
    if (soFar.baseline().isEmpty() || isTooShort(soFar)) {
      return;
    }
    if (!baselineSaid) {
      baselineSaid = true;
      say("baseline: " + Amounts.scaled(soFar.baseline().get().median()) + " " + settings.unit());
    }
    try {
      Plan kept = text.of(soFar);
      plan.write(to -> to.write(PlanFile.write(kept).getBytes(StandardCharsets.UTF_8)));
      Optional<SparkCommand> command = SparkCommand.of(settings.command());
      if (defaults != null && command.isPresent()) {
        String lines = SparkDefaults.text(command.get(), kept);
        defaults.write(to -> to.write(lines.getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      throw new UserError("the plan can't be written: " + e, e);
    }
  }

  private static boolean isUsedUp(TuneResult result) {
    return result.stopReason().filter(StopReason.BudgetUsedUp.class::isInstance).isPresent();
  }

  private static boolean isTooShort(TuneResult result) {
    return result
        .stopReason()
        .filter(
            reason ->
                reason instanceof StopReason.BudgetTooShort
                    || reason instanceof StopReason.RunTooLong)
        .isPresent();
  }

  private static String predicted(Attempt attempt) {
    return attempt.predictedGain().isPresent()
        ? " (predicted " + Amounts.fineChange(attempt.predictedGain().getAsDouble()) + ")"
        : "";
  }

  private void say(String text) {
    err.println("uncork: " + text);
  }
}
