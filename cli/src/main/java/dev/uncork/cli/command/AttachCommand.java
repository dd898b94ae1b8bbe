package dev.uncork.cli.command;

import dev.uncork.cli.attach.AttachedAgent;
import dev.uncork.cli.attach.Footing;
import dev.uncork.cli.attach.TargetProcess;
import dev.uncork.cli.continuous.Ring;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.JmxAttribute;
import dev.uncork.cli.launch.SignalRelay;
import dev.uncork.cli.live.DeadlockNews;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.metrics.MetricsServer;
import dev.uncork.cli.option.ContinuousOptions;
import dev.uncork.cli.option.DemandOptions;
import dev.uncork.cli.option.MetricsOptions;
import dev.uncork.cli.option.RecordingOptions;
import dev.uncork.cli.option.ReportOptions;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.reporting.Reporter;
import dev.uncork.cli.residue.Residue;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.value.CoreCount;
import dev.uncork.cli.value.DurationConverter;
import dev.uncork.cli.value.JvmCandidates;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code uncork attach}: observes a JVM that is already running, for a while. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Observe a JVM that is already running.",
    description = {
      "Afterwards nothing of Uncork runs in it and its classes are as they were. Ctrl-C ends"
          + " early, with a report. If an uncork that was killed still has it observed, that is"
          + " ended first and its recording kept. A JVM in a container of this host needs root."
    },
    footer = {
      "",
      "Examples:",
      "  uncork attach 4711",
      "  uncork attach 4711 --continuous --every 60s --keep 24h --out recordings",
      "  uncork attach 4711 --for 2m --out slow.jfr --json slow.json"
    })
final class AttachCommand implements Callable<Integer> {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final Duration DEFAULT_LENGTH = Duration.ofSeconds(30);
  private static final Duration FOREVER = Duration.ofDays(10_000);

  private final Terminal terminal;

  @Parameters(
      paramLabel = "PID",
      completionCandidates = JvmCandidates.class,
      description = "The JVM's process id, as seen from here.")
  private String pid = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long: 30s, 2m, 1h. Default: 30s; with --continuous until Ctrl-C.")
  private @Nullable Duration length;

  @Mixin private final RecordingOptions recording = new RecordingOptions();
  @Mixin private final ReportOptions report = new ReportOptions();

  @Option(
      names = "--progress-jmx",
      paramLabel = "NAME/ATTR",
      description = "The program's own operation count from a JMX attribute.")
  private @Nullable String progressJmx;

  @Option(
      names = "--remedy",
      paramLabel = "NAME",
      completionCandidates = Attachable.class,
      description = {
        "Change the running program meanwhile. nopreempt: holders of hot locks that lose their"
            + " processors while others wait are kept on them (see doctor). cores=N: its own threads"
            + " run on N cores only; cores=auto: on as many as it is fastest on by the experiment."
            + " The other remedies need uncork run."
      })
  private @Nullable String remedy;

  @Mixin private final DemandOptions demand = new DemandOptions();

  @Option(
      names = "--experiment",
      description = {
        "Hold the program on fewer cores for moments, to see how it scales: at most 3 s in all and"
            + " a tenth of the time, while it is busy."
      })
  private boolean experiment;

  @Mixin private final MetricsOptions metrics = new MetricsOptions();
  @Mixin private final ContinuousOptions continuous = new ContinuousOptions();

  /** The remedies that a running program can get, for the shell's completion. */
  static final class Attachable extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Attachable() {
      super(List.of(RemedyName.NOPREEMPT.label(), RemedyName.CORES.label() + "=auto"));
    }
  }

  AttachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    Optional<RemedyRequest> request = remedy == null ? Optional.empty() : request(remedy);
    if (progressJmx != null) {
      JmxAttribute.checked(progressJmx);
    }
    TargetProcess target = TargetProcess.check(pid);
    if (request.isPresent() && request.get().remedy() == RemedyName.CORES) {
      CoreCount.check(request.get(), target.allowedCpus());
    }
    Installation installation = Installation.current();
    Ring ring = continuous.ring(recording.named());
    Destination destination = ring == null ? recording.destination() : ring.last();
    Reporter reporter = report.reporter(terminal.out(), List.of(destination.file("")));
    reporter.expectProgress(progressJmx);

    CountDownLatch ended = new CountDownLatch(1);
    try (SignalRelay signals = SignalRelay.calling(ended::countDown);
        MetricsServer served = metrics.open();
        Footing footing = Footing.prepare(target, installation, destination.directory());
        SessionWatch watch = SessionWatch.start(footing.session(), Watchers.of(served, ring))) {
      observe(target, footing, destination, ended, reporter);
      List<CollectedRecording> recordings =
          footing.session().collect(destination, jvm -> target.isAlive());
      if (recordings.isEmpty()) {
        throw leftNoWord(target, footing);
      }
      boolean reported =
          ring == null
              ? reporter.report(recordings)
              : continuous.report(ring, recordings, reporter);
      return reported ? 0 : UserError.EXIT_CODE;
    }
  }

  private static Optional<RemedyRequest> request(String text) {
    Optional<RemedyRequest> request = RemedyRequest.parse(text);
    if (text.equals(RemedyName.NOPREEMPT.label())) {
      return request;
    }
    if (request.isEmpty() || request.get().remedy() != RemedyName.CORES) {
      throw new UserError(
          "--remedy "
              + text
              + ": expected nopreempt or cores=N; other remedies rewrite classes as they are"
              + " loaded: use uncork run");
    }
    return request;
  }

  private UserError leftNoWord(TargetProcess target, Footing footing) {
    return new UserError(
        "the agent in process "
            + pid
            + (target.isAlive()
                ? " could not write in "
                    + footing.sessionForTarget()
                    + "; the error output of that process says why"
                : " left no message, and the process has ended"));
  }

  private void observe(
      TargetProcess target,
      Footing footing,
      Destination destination,
      CountDownLatch ended,
      Reporter reporter)
      throws IOException, InterruptedException {
    try (StatusLine line = attaching();
        AttachedAgent agent =
            AttachedAgent.start(target, footing, options(footing), line::remark)) {
      line.close();
      Residue.clear(agent, footing, destination.directory()).forEach(reporter::remark);
      countDown(target, footing.session(), agent, ended);
      agent.stop().forEach(reporter::remark);
    }
  }

  private StatusLine attaching() {
    StatusLine line = new StatusLine(terminal.err());
    line.show("attaching to process " + pid + " ...");
    return line;
  }

  private AgentOptions options(Footing footing) {
    AgentOptions options =
        AgentOptions.forAttach(footing.sessionForTarget(), footing.agentForTarget(), length());
    continuous.addTo(options);
    demand.addTo(options);
    options.with(AgentOption.EXPERIMENT, experiment);
    if (remedy != null) {
      RemedyRequest request = request(remedy).orElseThrow();
      if (request.remedy() == RemedyName.CORES) {
        CoreCount.addTo(options, request);
      } else {
        options.with(AgentOption.NOPREEMPT, AgentOption.BY_STATISTICS);
      }
    }
    return progressJmx == null ? options : options.with(AgentOption.PROGRESS_JMX, progressJmx);
  }

  private Duration length() {
    return length != null ? length : continuous.asked() ? FOREVER : DEFAULT_LENGTH;
  }

  /**
   * Waits for the end of the time, of the target or of the user's patience. It looks as often as
   * the line changes, since each look takes a processor that the target may need.
   */
  private void countDown(
      TargetProcess target, SessionDirectory session, AttachedAgent agent, CountDownLatch ended)
      throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + length().toNanos();
    BusyNow busy = new BusyNow(target.pid());
    try (StatusLine line = new StatusLine(terminal.err());
        DeadlockNews deadlocks = new DeadlockNews(line::above)) {
      for (long left = length().toNanos(); left > 0; left = endNanos - System.nanoTime()) {
        line.show(
            "observing process "
                + pid
                + (left > TimeUnit.DAYS.toNanos(365)
                    ? ""
                    : ", " + ((left - 1) / SECOND_NANOS + 1) + " s left")
                + busy.words()
                + " (Ctrl-C ends it now, with a report)");
        deadlocks.look(session);
        long toNextSecond = (left - 1) % SECOND_NANOS + 1;
        if (ended.await(toNextSecond, TimeUnit.NANOSECONDS)
            || !target.isAlive()
            || agent.hasEnded()) {
          return;
        }
      }
    }
  }
}
