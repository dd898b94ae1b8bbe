package dev.uncork.agent;

import dev.uncork.agent.session.Session;
import dev.uncork.agent.status.StatusFile;
import dev.uncork.agent.stream.UnlockedStreams;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentMode;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.JvmFiles;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the entry class calls, reflectively: start and stop of what this loader is for, one session
 * or the remedy for Spark's streams.
 */
public final class AgentCore {
  private static @Nullable Session session;
  private static @Nullable UnlockedStreams streams;

  private AgentCore() {}

  /**
   * Starts observing.
   *
   * @param options the agent's options
   * @param directory this JVM's directory of the session, which exists
   * @param whenEnded to be called once when nothing of the session is left running
   */
  @SuppressWarnings("removal") // On JDK 17 a security manager may confine the entry class.
  public static synchronized void start(
      Map<String, String> options,
      File directory,
      Instrumentation instrumentation,
      Runnable whenEnded) {
    AccessController.doPrivileged(
        (PrivilegedAction<@Nullable Void>)
            () -> {
              begin(options, directory, instrumentation, whenEnded);
              return null;
            });
  }

  private static void begin(
      Map<String, String> options,
      File directory,
      Instrumentation instrumentation,
      Runnable whenEnded) {
    AgentOptions parsed = AgentOptions.of(options);
    StatusFile status =
        new StatusFile(
            new JvmFiles(directory.toPath()), parsed.get(AgentOption.MODE) != AgentMode.ATTACH);
    Session starting = new Session(parsed, status, instrumentation, whenEnded);
    session = starting;
    starting.start();
  }

  /**
   * Takes the locks out of Spark's streams; see {@link UnlockedStreams}.
   *
   * @param options {@link AgentOption#LIB} and {@link AgentOption#STREAMS}
   * @param directory this JVM's directory for the status file
   */
  public static synchronized void unlock(
      Map<String, String> options, File directory, Instrumentation instrumentation) {
    StatusFile status = new StatusFile(new JvmFiles(directory.toPath()), false);
    try {
      AgentOptions parsed = AgentOptions.of(options);
      streams =
          UnlockedStreams.install(
              instrumentation,
              status,
              new AgentFiles(parsed.get(AgentOption.LIB)),
              parsed.get(AgentOption.STREAMS));
    } catch (IOException | LinkageError | RuntimeException e) {
      status.failed(String.valueOf(e));
    }
  }

  /** Undoes {@link #unlock}. */
  public static synchronized void relock() {
    UnlockedStreams installed = streams;
    streams = null;
    if (installed != null) {
      installed.remove();
    }
  }

  /** Ends the session and returns when it has ended. */
  @SuppressWarnings("removal")
  public static synchronized void stop() {
    Session running = session;
    if (running != null) {
      AccessController.doPrivileged(
          (PrivilegedAction<@Nullable Void>)
              () -> {
                running.stop("stopped on request");
                return null;
              });
    }
  }
}
