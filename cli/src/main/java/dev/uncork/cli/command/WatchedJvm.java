package dev.uncork.cli.command;

import dev.uncork.cli.attach.AttachedAgent;
import dev.uncork.cli.attach.TargetProcess;
import dev.uncork.cli.live.DeadlockNews;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.cli.top.TopScreen;
import dev.uncork.protocol.JvmStatus;
import dev.uncork.protocol.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The JVM that {@code uncork top} watches. */
final class WatchedJvm implements TopScreen.Subject {
  private final TargetProcess target;
  private final SessionDirectory session;
  private final AttachedAgent agent;
  private final Destination destination;
  private int snapshots;

  WatchedJvm(
      TargetProcess target,
      SessionDirectory session,
      AttachedAgent agent,
      Destination destination) {
    this.target = target;
    this.session = session;
    this.agent = agent;
    this.destination = destination;
  }

  @Override
  public String title() {
    return "uncork top, process " + target.pid();
  }

  @Override
  public Optional<String> ended() {
    if (!target.isAlive()) {
      return Optional.of("process " + target.pid() + " has ended");
    }
    try {
      return agent.hasEnded() ? Optional.of("the agent has stopped" + why()) : Optional.empty();
    } catch (IOException e) {
      return Optional.of("the session can't be read: " + e.getMessage());
    }
  }

  @Override
  public List<String> deadlocks() {
    try {
      return DeadlockNews.now(session);
    } catch (IOException e) {
      return List.of(); // Said by ended().
    }
  }

  private String why() throws IOException {
    StringBuilder why = new StringBuilder();
    for (ObservedJvm jvm : session.jvms()) {
      JvmStatus status = jvm.status();
      if (status.state() == SessionState.FAILED) {
        why.append(": ").append(status.failure());
      }
      status.warnings().forEach(warning -> why.append(": ").append(warning));
    }
    return why.toString();
  }

  @Override
  public String snapshot() {
    try {
      List<ObservedJvm> jvms = session.jvms();
      Path file = destination.file(snapshots == 0 ? "" : Integer.toString(snapshots + 1));
      if (jvms.isEmpty() || !jvms.get(0).snapshot(file)) {
        return "nothing is recorded yet; try again in a second";
      }
      snapshots++;
      return "wrote " + file.getFileName() + "; uncork report " + file.getFileName();
    } catch (IOException e) {
      return "no snapshot could be written: " + e.getMessage();
    }
  }
}
