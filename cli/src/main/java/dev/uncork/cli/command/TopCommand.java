package dev.uncork.cli.command;

import dev.uncork.cli.attach.AttachedAgent;
import dev.uncork.cli.attach.Footing;
import dev.uncork.cli.attach.TargetProcess;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.SignalRelay;
import dev.uncork.cli.live.LiveFeeds;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.option.RecordingOptions;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.residue.Residue;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.top.TopScreen;
import dev.uncork.cli.value.DurationConverter;
import dev.uncork.cli.value.JvmCandidates;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.recording.read.LiveRecording;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code uncork top}: a live screen of what keeps a JVM from its cores. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Watch a running JVM: verdict, cores, hot locks, threads.",
    description = {
      "Keys: q quits, Enter opens a lock (waiters, holders), s sorts, / filters, p pauses, t shows"
          + " threads, w writes a recording, ? explains. Afterwards nothing of Uncork runs in the"
          + " JVM and its classes are as they were."
    },
    footer = {
      "",
      "Examples:",
      "  uncork top 4711",
      "  uncork top 4711 --window 10s --out slow.jfr     w writes slow.jfr"
    })
final class TopCommand implements Callable<Integer> {
  private static final Duration FOREVER = Duration.ofDays(10_000);
  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);

  private final Terminal terminal;

  @Parameters(
      paramLabel = "PID",
      completionCandidates = JvmCandidates.class,
      description = "The JVM's process id, as seen from here.")
  private String pid = "";

  @Option(
      names = "--window",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "15s",
      description = "How far back the screen looks. Default: ${DEFAULT-VALUE}.")
  private Duration window = Duration.ofSeconds(15);

  @Mixin private final RecordingOptions recording = new RecordingOptions();

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (window.compareTo(LONGEST_WINDOW) > 0) {
      throw new UserError("--window " + window.toSeconds() + "s is too long; expected up to 5m");
    }
    if (!terminal.out().interactive()) {
      throw TopScreen.notATerminal();
    }
    TargetProcess target = TargetProcess.check(pid);
    Installation installation = Installation.current();
    Destination destination = recording.destination();
    CountDownLatch over = new CountDownLatch(1);
    LiveRecording live = new LiveRecording(window);
    List<String> remarks;
    try (StatusLine line = attaching();
        SignalRelay signals = SignalRelay.calling(over::countDown);
        Footing footing = Footing.prepare(target, installation, destination.directory());
        AttachedAgent agent = AttachedAgent.start(target, footing, options(footing), line::remark);
        SessionWatch watch =
            SessionWatch.start(footing.session(), List.of(new LiveFeeds(jvm -> live::add)))) {
      WatchedJvm jvm = new WatchedJvm(target, footing.session(), agent, destination);
      List<String> found = Residue.clear(agent, footing, destination.directory());
      line.close();
      show(live, jvm, over);
      remarks = new ArrayList<>(found);
      remarks.addAll(agent.stop());
      footing.session().discard(one -> target.isAlive());
    }
    remarks.forEach(text -> System.err.println("uncork: " + text));
    return 0;
  }

  private StatusLine attaching() {
    StatusLine line = new StatusLine(terminal.out());
    line.show("attaching to process " + pid + " ...");
    return line;
  }

  private void show(LiveRecording live, WatchedJvm jvm, CountDownLatch over) throws IOException {
    try (TopScreen screen = TopScreen.open(terminal.out())) {
      screen.run(live, jvm, () -> over.getCount() == 0);
    }
  }

  private static AgentOptions options(Footing footing) {
    return AgentOptions.forAttach(footing.sessionForTarget(), footing.agentForTarget(), FOREVER)
        .with(AgentOption.KEEP, KEPT);
  }
}
