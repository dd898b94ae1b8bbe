package dev.uncork.agent;

import dev.uncork.agent.session.Session;
import dev.uncork.agent.session.StatusFile;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the entry class calls, reflectively: start and stop of the one session of this loader. */
public final class AgentCore {
  private static @Nullable Session session;

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
    StatusFile status = new StatusFile(directory.toPath(), !parsed.mode().equals("attach"));
    Session starting = new Session(parsed, status, instrumentation, whenEnded);
    session = starting;
    starting.start();
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
