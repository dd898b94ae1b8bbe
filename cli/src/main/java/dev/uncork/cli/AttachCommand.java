package dev.uncork.cli;

import dev.uncork.cli.attach.Footing;
import dev.uncork.cli.attach.Lease;
import dev.uncork.cli.attach.LiveAgent;
import dev.uncork.cli.attach.Stop;
import dev.uncork.cli.attach.TargetProcess;
import dev.uncork.cli.launch.JmxAttribute;
import dev.uncork.cli.launch.SignalRelay;
import dev.uncork.cli.session.AgentOptions;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.Destination;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.Session;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
          + " early, with a report. A JVM in a container of this host needs root."
    },
    footer = {
      "",
      "Examples:",
      "  uncork attach 4711",
      "  uncork attach 4711 --for 2m --out slow.jfr --json slow.json"
    })
final class AttachCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 200;
  private static final long ALMOST_A_SECOND_NANOS = 999_999_999;

  private final Terminal terminal;

  @Parameters(paramLabel = "PID", description = "The JVM's process id, as seen from here.")
  private String pid = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Seconds.class,
      defaultValue = "30s",
      description = "How long: 30s, 2m, 1h. Default: ${DEFAULT-VALUE}.")
  private Duration length = Duration.ofSeconds(30);

  @Mixin private final RecordingOptions recording = new RecordingOptions();
  @Mixin private final ReportOptions report = new ReportOptions();

  @Option(
      names = "--progress-jmx",
      paramLabel = "NAME/ATTR",
      description = "The program's own operation count from a JMX attribute.")
  private @Nullable String progressJmx;

  AttachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (progressJmx != null) {
      JmxAttribute.checked(progressJmx);
    }
    TargetProcess target = TargetProcess.check(pid);
    Installation installation = Installation.current();
    Destination destination = recording.destination();
    Reporter reporter = report.reporter(terminal.out(), List.of(destination.file("")));
    reporter.expectProgress(progressJmx);

    CountDownLatch ended = new CountDownLatch(1);
    try (SignalRelay signals = SignalRelay.calling(ended::countDown);
        Footing footing = Footing.prepare(target, installation, destination.directory())) {
      observe(target, footing, ended, reporter);
      List<CollectedRecording> recordings =
          footing.session().collect(destination, jvm -> target.isAlive());
      if (recordings.isEmpty()) {
        throw leftNoWord(target, footing);
      }
      return reporter.report(recordings) ? 0 : Main.EXIT_USER_ERROR;
    }
  }

  private UserError leftNoWord(TargetProcess target, Footing footing) {
    return new UserError(
        "the agent in process "
            + pid
            + (target.isAlive()
                ? " could not write in "
                    + footing.sessionForTarget()
                    + "; the error output of that process says why"
                : " left no word, and the process has ended"));
  }

  private void observe(
      TargetProcess target, Footing footing, CountDownLatch ended, Reporter reporter)
      throws IOException, InterruptedException {
    Path agent = footing.agentForTarget();
    Path jar = agent.resolve("uncork-agent.jar");
    try (Lease lease = Lease.take(footing.session().directory())) {
      LiveAgent.start(target, footing.session(), jar, options(footing));
      countDown(target, footing.session(), ended);
      if (!target.isAlive()) {
        reporter.remark("process " + pid + " ended while it was observed");
        return;
      }
      stop(target, footing, jar, reporter);
    }
  }

  private AgentOptions options(Footing footing) {
    AgentOptions options =
        AgentOptions.forAttach(footing.sessionForTarget(), footing.agentForTarget(), length);
    return progressJmx == null ? options : options.with("progressJmx", progressJmx);
  }

  /** Waits for the end of the time, of the target or of the user's patience. */
  private void countDown(TargetProcess target, Session session, CountDownLatch ended)
      throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + length.toNanos();
    try (StatusLine line = new StatusLine(terminal.err())) {
      for (long left = length.toNanos(); left > 0; left = endNanos - System.nanoTime()) {
        line.show(
            "observing process "
                + pid
                + ", "
                + TimeUnit.NANOSECONDS.toSeconds(left + ALMOST_A_SECOND_NANOS)
                + " s left (Ctrl-C ends it now, with a report)");
        long waitMillis = Math.min(POLL_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1);
        if (ended.await(waitMillis, TimeUnit.MILLISECONDS)
            || !target.isAlive()
            || hasEnded(session)) {
          return;
        }
      }
    }
  }

  /** Whether the agent stopped by itself, for example because the disk was filling up. */
  private static boolean hasEnded(Session session) throws IOException {
    for (ObservedJvm jvm : session.jvms()) {
      ObservedJvm.State state = jvm.state();
      if (state == ObservedJvm.State.STOPPED || state == ObservedJvm.State.FAILED) {
        return true;
      }
    }
    return false;
  }

  private void stop(TargetProcess target, Footing footing, Path jar, Reporter reporter)
      throws IOException {
    if (!hasEnded(footing.session())) {
      AgentOptions stop =
          AgentOptions.forStop(footing.sessionForTarget(), footing.agentForTarget());
      LiveAgent.send(target.pid(), jar, stop);
    }
    for (ObservedJvm jvm : footing.session().jvms()) {
      if (!Stop.awaitEnd(jvm, target.pid())) {
        reporter.remark(
            "the agent in process "
                + pid
                + " did not confirm that it has stopped; it stops by itself within 15 s, when it"
                + " sees that this command has ended");
      }
    }
  }
}
