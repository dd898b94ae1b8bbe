package dev.uncork.cli.command;

import dev.uncork.cli.attach.Stop;
import dev.uncork.cli.continuous.Ring;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.launch.JmxAttribute;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.launch.ProgramRun;
import dev.uncork.cli.live.DeadlockNews;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.metrics.MetricsServer;
import dev.uncork.cli.option.ContinuousOptions;
import dev.uncork.cli.option.DemandOptions;
import dev.uncork.cli.option.MetricsOptions;
import dev.uncork.cli.option.RecordingOptions;
import dev.uncork.cli.option.RemedyOptions;
import dev.uncork.cli.option.ReportOptions;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.plan.Plan;
import dev.uncork.cli.plan.PlanFile;
import dev.uncork.cli.plan.PlanFit;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.progress.ProgressPattern;
import dev.uncork.cli.progress.ProgressReader;
import dev.uncork.cli.reporting.Reporter;
import dev.uncork.cli.residue.Residue;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code uncork run}: observes a program from its start to its end. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Run a program and report what keeps it from its cores.",
    description = {
      "The program's arguments, environment, standard streams, signals and exit code are as"
          + " without Uncork. The report goes to standard error, so that the program's output"
          + " stays its own."
    },
    footer = {
      "",
      "Examples:",
      "  uncork run -- java -jar app.jar",
      "  uncork run --out slow.jfr --json slow.json -- mvn test",
      "  uncork run --html slow.html -- java -jar app.jar",
      "  uncork run --continuous --every 60s --keep 24h -- java -jar server.jar",
      "  uncork run --metrics-port 9464 -- java -jar server.jar",
      "  uncork run --progress 'states/sec: (\\d+)' -- java -cp app.jar com.acme.Checker",
      "  uncork run --plan uncork.plan -- java -jar app.jar --threads {workers}",
      "",
      "Exit code: the program's; 128+N when signal N killed it; 2 when nothing was started."
    })
final class RunCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final RecordingOptions recording = new RecordingOptions();
  @Mixin private final ReportOptions report = new ReportOptions();

  @Option(
      names = "--progress",
      paramLabel = "REGEX",
      description = {
        "The program's own operation count: the first group of the first match in a line of its"
            + " output. A rate if the expression says so (/s, /sec, per second), else operations"
            + " so far. Its output then goes through a pipe. Default: what a java program prints"
            + " again and again, unless that goes to a terminal."
      })
  private @Nullable String progress;

  @Option(names = "--no-progress", description = "Leave the program's output alone.")
  private boolean noProgress;

  @Option(
      names = "--progress-jmx",
      paramLabel = "NAME/ATTR",
      description = "The same from a JMX attribute, as com.acme:type=Stats/Operations.")
  private @Nullable String progressJmx;

  @Mixin private final RemedyOptions remedies = new RemedyOptions();
  @Mixin private final DemandOptions demand = new DemandOptions();

  @Option(
      names = "--no-experiment",
      description = {
        "Don't hold the program on fewer cores for moments to see how it scales. By default that"
            + " takes at most 3 s in all and a tenth of the time, once it is busy and warm."
      })
  private boolean noExperiment;

  @Mixin private final MetricsOptions metrics = new MetricsOptions();
  @Mixin private final ContinuousOptions continuous = new ContinuousOptions();

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "Apply a plan of uncork tune: its JVM options, its values for {placeholders} of the"
            + " command, its remedies. Entries that no longer fit are left out, with a warning."
      })
  private @Nullable Path plan;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments: java …, or a script that starts java.")
  private List<String> command = List.of();

  /** All that follows the program's name belongs to it. */
  @Spec
  void stopsAtTheProgram(CommandSpec spec) {
    spec.parser().stopAtPositional(true);
  }

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Installation installation = Installation.current();
    ProgressPattern pattern = progress == null ? null : ProgressPattern.of(progress);
    if (noProgress && pattern != null) {
      throw new UserError("--progress and --no-progress exclude each other; give one of them");
    }
    if (progressJmx != null) {
      JmxAttribute.checked(progressJmx);
    }
    ObservedProgram program = plan == null ? ObservedProgram.of(command) : planned(plan);
    remedies.check();
    Ring ring = continuous.ring(recording.named());
    Destination destination = ring == null ? recording.destination() : ring.last();
    Reporter reporter = report.reporter(terminal.err(), List.of(destination.file("")));
    reporter.expectProgress(progressJmx);

    Residue.clear(destination.directory()).forEach(reporter::remark);
    int exitCode;
    List<CollectedRecording> recordings;
    try (MetricsServer served = metrics.open();
        SessionDirectory session = SessionDirectory.open(destination.directory())) {
      AgentOptions options = options(session, installation);
      remedies.addTo(program, options, installation, session.directory(), reporter::remark);
      ObservedProgram.Streams streams = streams(program);
      Process process = program.start(installation, options, session.directory(), streams);
      try (ProgramRun run = follow(process, streams, pattern, session);
          SessionWatch watch =
              SessionWatch.start(session, Watchers.of(served, ring, deadlocks()))) {
        exitCode = run.await();
        run.progressLines()
            .filter(lines -> lines == 0)
            .ifPresent(
                none -> reporter.remark("--progress: no line of output matched " + progress));
        Stop.allRunning(session, installation, reporter::remark);
        recordings = session.collect(destination, Stop::mayRun);
      }
    }
    if (recordings.isEmpty() && !program.isConfined()) {
      reporter.remark(
          "no JVM was observed under "
              + program.name()
              + ": none was started, or it ended before it ran any Java code, or it ignored"
              + " JAVA_TOOL_OPTIONS, or it said above why not");
    }
    if (ring == null || recordings.isEmpty()) {
      reporter.report(recordings);
    } else {
      continuous.report(ring, recordings, reporter);
    }
    return exitCode;
  }

  private DeadlockNews deadlocks() {
    return new DeadlockNews(new StatusLine(terminal.err())::above);
  }

  private ObservedProgram planned(Path file) {
    Plan read = PlanFile.read(file);
    Path parent = file.toAbsolutePath().getParent();
    Path directory = parent == null ? Path.of(".") : parent;
    Optional<JavaHome> java = ObservedProgram.edited(command).java();
    List<Change> changes =
        new PlanFit(command, java, directory)
            .fitting(read, text -> System.err.println("uncork: " + text)).stream()
                .map(Plan.Entry::change)
                .toList();
    PlannedCommand applied = PlannedCommand.of(command, changes, directory);
    ObservedProgram program = ObservedProgram.edited(applied.words());
    program.addJvmOptions(applied.scriptOptions());
    remedies.also(applied.remedies());
    return program;
  }

  private AgentOptions options(SessionDirectory session, Installation installation) {
    AgentOptions options = AgentOptions.forRun(session.directory(), installation.agentDirectory());
    if (progressJmx != null) {
      options.with(AgentOption.PROGRESS_JMX, progressJmx);
    }
    continuous.addTo(options);
    demand.addTo(options);
    options.with(AgentOption.EXPERIMENT, !noExperiment);
    return options;
  }

  private ObservedProgram.Streams streams(ObservedProgram program) {
    if (progress != null) {
      return ObservedProgram.Streams.PIPED;
    }
    // A script may leave something behind that goes on writing when it has ended.
    boolean alone = noProgress || progressJmx != null || program.java().isEmpty();
    return alone
        ? ObservedProgram.Streams.OURS
        : ObservedProgram.Streams.unnoticed(
            terminal.out().interactive(), terminal.err().interactive());
  }

  private static ProgramRun follow(
      Process process,
      ObservedProgram.Streams streams,
      @Nullable ProgressPattern pattern,
      SessionDirectory session) {
    if (streams == ObservedProgram.Streams.OURS) {
      return ProgramRun.follow(process);
    }
    return ProgramRun.follow(
        process,
        pattern == null
            ? ProgressReader.searching(session.progressFile())
            : ProgressReader.of(pattern, session.progressFile()));
  }
}
