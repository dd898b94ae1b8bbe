package dev.uncork.cli.attach;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.Presence;
import dev.uncork.protocol.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Ends observation in JVMs that go on running, and makes sure that it has ended. */
public final class Stop {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 50;

  private Stop() {}

  /**
   * Stops the agents of JVMs that outlived the command under which they were started.
   *
   * @param progress is told why it takes longer than usual
   */
  public static void allRunning(
      SessionDirectory session, Installation installation, Consumer<String> progress)
      throws IOException {
    for (ObservedJvm jvm : session.jvms()) {
      if (jvm.status().state() == SessionState.RUNNING && isOurs(jvm, session)) {
        try {
          AgentOptions stop =
              AgentOptions.forStop(session.directory(), installation.agentDirectory());
          LiveAgent.send(jvm.pid(), installation.agentJar(), stop, progress);
          awaitEnd(jvm, jvm.pid(), progress);
        } catch (UserError e) {
          // It may have ended just now; then its recording is complete or can be put together.
        }
      }
    }
  }

  /** Whether a process has the pid that a JVM told, so that the JVM may still run. */
  public static boolean mayRun(ObservedJvm jvm) {
    ProcFiles proc = new ProcFiles(jvm.pid());
    try {
      String[] state = proc.status("State");
      return state.length > 0 && !state[0].equals("Z");
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a JVM's agent may still write, as far as can be told. */
  public static boolean isAtWork(ObservedJvm jvm) throws IOException {
    return switch (Presence.of(jvm.files().agent())) {
      case HELD -> true;
      case FREE -> false;
      case UNKNOWN -> !jvm.status().state().isEnd() && mayRun(jvm);
    };
  }

  /** A JVM in a container below the command has a pid that may be another process's here. */
  private static boolean isOurs(ObservedJvm jvm, SessionDirectory session) {
    return mayRun(jvm)
        && SessionProcesses.known(jvm.pid()).contains(session.directory().getFileName().toString());
  }

  /**
   * Waits until the agent says that it has stopped.
   *
   * @param progress is told why it takes longer than usual
   * @return whether it did, or its JVM ended, before patience was over
   */
  public static boolean awaitEnd(ObservedJvm jvm, long pid, Consumer<String> progress)
      throws IOException {
    Patience patience = new Patience(pid, DEADLINE, progress);
    while (!patience.isOver()) {
      if (jvm.status().state().isEnd()) {
        return true;
      }
      if (!Path.of("/proc", Long.toString(pid)).toFile().exists()) {
        return true;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }
}
