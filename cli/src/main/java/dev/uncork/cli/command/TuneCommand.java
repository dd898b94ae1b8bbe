package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.install.Version;
import dev.uncork.cli.option.MeasuredRunOptions;
import dev.uncork.cli.option.RemedyOptions;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.tune.TuneSettings;
import dev.uncork.cli.tune.Tuning;
import dev.uncork.cli.value.DurationConverter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code uncork tune}: the journey, automated. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Try what promises to make a program faster, keep what is proven, write a plan.",
    description = {
      "Measures the program, observes it, tries the remedy that promises most in pairs of runs with"
          + " and without it, keeps it only if it is proven to be better, and begins again, until"
          + " the cores are busy, nothing promises more, or the budget is used up. A remedy under"
          + " which a run fails its check is dropped for good. The program's output is read, not"
          + " shown."
    },
    footer = {
      "",
      "Examples:",
      "  uncork tune --budget 10m --check '/^OK/' -- java -jar app.jar",
      "  uncork tune --progress '(\\d+) ops/s' --try -Dstripes=1,16,1024 -- java -jar app.jar",
      "  uncork tune --workers 8,1,2,4,16 --try queue=plain,chunked -- \\",
      "      java -jar app.jar --threads {workers} --queue {queue}",
      "  uncork tune --spark --try spark.sql.shuffle.partitions=200,16 -- \\",
      "      spark-submit --master spark://host:7077 --executor-cores 4 job.py",
      "  uncork tune --resume … (the same command, after a change of the source, or after Ctrl-C)",
      "",
      "Exit code: 0; 1 when the program could not be measured, or the budget is too short for one"
          + " comparison; 2 when nothing was started; 130 when stopped (the plan holds what was"
          + " proven so far)."
    })
final class TuneCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "30m",
      description = "Time for all runs together. Default: ${DEFAULT-VALUE}.")
  private Duration budget = Duration.ZERO;

  @Option(names = "--runs", paramLabel = "N", description = "At most this many runs in all.")
  private int runs;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "At most this many pairs of runs for each remedy. Default: ${DEFAULT-VALUE}.")
  private int pairs = 12;

  @Option(
      names = "--workers",
      paramLabel = "LIST",
      description = {
        "What {workers} in the command is now, and what to try: 8,1,2,4,16. Default: the number of"
            + " CPUs, and 1, half, twice and four times that."
      })
  private @Nullable String workers;

  @Option(
      names = "--try",
      paramLabel = "OPTION=LIST",
      description = {
        "An option to try, what it is now first: -Dstripes=1,16 for the JVM, name=a,b for {name} in"
            + " the command; -XX:+Flag alone is tried as it is. May be given several times."
      })
  private List<String> tries = List.of();

  @Option(
      names = "--only",
      description =
          "Try nothing but what --try, --executors and {workers} name; they come first anyway.")
  private boolean only;

  @Option(
      names = "--spark",
      description = {
        "The command is spark-submit: tune its executors, their memory, locks, NUMA nodes and"
            + " shuffle; --try spark.KEY=NOW,OTHER tries any setting."
      })
  private boolean spark;

  @Option(
      names = "--executors",
      paramLabel = "LIST",
      description = {
        "With --spark: layouts to try, each EXECUTORSxCORESxMEMORY, as in 4x2x4g,2x4x8g. Default:"
            + " the same cores and memory, divided differently."
      })
  private @Nullable String executors;

  @Option(
      names = "--spark-defaults",
      paramLabel = "FILE",
      description = {
        "With --spark: the proven settings as lines of spark-defaults.conf. Default:"
            + " ${DEFAULT-VALUE}."
      })
  private Path sparkDefaults = Path.of("uncork-spark-defaults.conf");

  @Option(
      names = "--less-log",
      description = "Also try to log warnings and worse only (java.util.logging).")
  private boolean lessLog;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "The plan to write. Default: ${DEFAULT-VALUE}.")
  private Path plan = Path.of("uncork.plan");

  @Mixin private final MeasuredRunOptions measured = new MeasuredRunOptions();

  @Option(names = "--json", paramLabel = "FILE", description = "Write everything as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the journey as one HTML file that works offline.")
  private @Nullable Path html;

  @Option(
      names = "--resume",
      description = {
        "Go on where a stopped tuning stood; or, after a change of the source, verify what that"
            + " brought and go on from there."
      })
  private boolean resume;

  @Option(names = "--fresh", description = "Discard what an unfinished tuning left.")
  private boolean fresh;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = "Where a tuning is kept. Default: ${DEFAULT-VALUE}.")
  private Path state = Path.of("uncork-tune.state.json");

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments, with {name} where a value to try goes.")
  private List<String> command = List.of();

  /** All that follows the program's name belongs to it. */
  @Spec
  void stopsAtTheProgram(CommandSpec spec) {
    spec.parser().stopAtPositional(true);
  }

  TuneCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    measured.refuseContradictions();
    if (resume && fresh) {
      throw new UserError("--resume and --fresh exclude each other; give one of them");
    }
    if (pairs < 3 || pairs > 1000) {
      throw new UserError("--pairs " + pairs + " is out of range; expected 3 to 1000");
    }
    if (runs < 0) {
      throw new UserError("--runs " + runs + " is out of range; expected 1 or more");
    }
    Installation installation = Installation.current();
    TuneSettings settings =
        new TuneSettings(
            command,
            workers,
            tries,
            measured.check(),
            spark ? measured.givenProgress() : measured.progress(),
            measured.warmUpSeconds(),
            measured.timeoutSeconds(),
            budget.toSeconds(),
            pairs,
            runs,
            lessLog,
            spark,
            executors,
            only);
    Tuning tuning =
        new Tuning(
            settings,
            (remedies, program, options, scratch) -> {
              RemedyOptions remedyOptions = new RemedyOptions();
              remedyOptions.also(remedies);
              remedyOptions.check();
              remedyOptions.addTo(program, options, installation, scratch, text -> {});
            },
            new Version().getVersion()[0],
            terminal);
    return tuning.run(
        plan,
        sparkDefaults,
        state,
        resume ? Tuning.Earlier.RESUME : fresh ? Tuning.Earlier.DISCARD : Tuning.Earlier.REFUSE,
        json,
        html);
  }
}
