package dev.uncork.agent;

import dev.uncork.agent.jvm.BootClasses;
import dev.uncork.agent.remedy.Remedies;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.session.Session;
import dev.uncork.agent.status.StatusFile;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the entry class calls, reflectively: start and stop of what this loader is for, one session
 * or a remedy without one.
 */
public final class AgentCore {
  private static @Nullable Session session;
  private static @Nullable Alone alone;

  /** Remedies without a session, and where they answer. */
  private record Alone(Remedies remedies, StatusFile status) {}

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
    Session starting =
        new Session(parsed, status, instrumentation, RemedyRegistry::ofSession, whenEnded);
    session = starting;
    starting.start();
  }

  /**
   * Starts remedies that need no session; see {@link RemedyRegistry#alone}.
   *
   * @param options those of the remedies, and {@link AgentOption#LIB}
   * @param directory this JVM's directory for the status file
   */
  public static synchronized void unlock(
      Map<String, String> options, File directory, Instrumentation instrumentation) {
    StatusFile status = new StatusFile(new JvmFiles(directory.toPath()), false);
    try {
      AgentOptions parsed = AgentOptions.of(options);
      RemedySite site =
          new RemedySite(
              instrumentation,
              parsed,
              (name, reason) -> status.warn(reason),
              status::warn,
              status::refused);
      Remedies remedies = new Remedies(RemedyRegistry.alone(site), parsed, status::warn);
      BootClasses.define(new AgentFiles(parsed.get(AgentOption.LIB)).boot(), instrumentation);
      List<String> reasons = new ArrayList<>();
      remedies.start(null, (name, reason) -> reasons.add(reason));
      String failure = reasons.isEmpty() ? "no option asks for a remedy" : reasons.get(0);
      if (failure.isEmpty()) {
        status.running();
      } else {
        status.failed(failure);
      }
      alone = new Alone(remedies, status);
    } catch (IOException | LinkageError | RuntimeException e) {
      status.failed(String.valueOf(e));
    }
  }

  /** Undoes {@link #unlock}. */
  public static synchronized void relock() {
    Alone running = alone;
    if (running != null) {
      alone = null;
      List<String> left = running.remedies().undo("on request");
      left.forEach(running.status()::warn);
      if (left.isEmpty()) {
        running.status().stopped();
      }
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
