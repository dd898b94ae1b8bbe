package dev.uncork.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The agent in a running JVM, as seen through the JVM's attach mechanism. */
public final class LiveAgent {
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 500;
  private static final Duration BOOT_DEADLINE = Duration.ofSeconds(20);
  private static final long RETRY_MILLIS = 100;

  /** What HotSpot's attach listener says of an agent before and after JVMTI's live phase. */
  private static final String NOT_LIVE = "only permitted in the live phase";

  private LiveAgent() {}

  /**
   * Starts the agent. A JVM that is still booting may answer with an error of its own making, such
   * as a {@code NullPointerException} in the JDK's code, so it is asked again for a while.
   *
   * @param session where the agent leaves word once it has been started
   * @param jar the agent's file as the JVM sees it
   * @param progress is told why it takes longer than usual
   */
  public static void start(
      TargetProcess target,
      SessionDirectory session,
      Path jar,
      AgentOptions options,
      Consumer<String> progress)
      throws IOException {
    long beginNanos = System.nanoTime();
    while (true) {
      try {
        send(target.pid(), jar, options, progress);
        return;
      } catch (UserError e) {
        if (!target.isAlive()) {
          throw new UserError(
              "process " + target.pid() + " ended before the agent had started in it", e);
        }
        boolean mayBoot = target.isYoungerThan(BOOT_DEADLINE.multipliedBy(2));
        boolean mayPass = isNotLive(e) || mayBoot && session.jvms().isEmpty();
        if (!mayPass || System.nanoTime() - beginNanos > BOOT_DEADLINE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
      }
    }
  }

  /** Whether the JVM said that it is starting or ending. */
  private static boolean isNotLive(UserError refusal) {
    Throwable cause = refusal.getCause();
    return cause != null && String.valueOf(cause.getMessage()).contains(NOT_LIVE);
  }

  /**
   * Hands the agent one set of options: it starts, or does the command in them.
   *
   * @param jar the agent's file as the JVM sees it
   * @param progress is told why it takes longer than usual
   */
  public static void send(long pid, Path jar, AgentOptions options, Consumer<String> progress) {
    Patience patience = new Patience(pid, ANSWER, progress);
    FutureTask<Void> exchange =
        new FutureTask<>(
            () -> {
              exchange(pid, jar, options);
              return null;
            });
    Thread thread = new Thread(exchange, "uncork-attach");
    // A JVM that is stopped or stuck never answers, and must not keep us here.
    thread.setDaemon(true);
    thread.start();
    try {
      while (!isDone(exchange)) {
        if (patience.isOver()) {
          throw new UserError(
              "process "
                  + pid
                  + " did not answer within "
                  + patience.soFar().toSeconds()
                  + " s: "
                  + patience.reason().orElse("none of its threads ran all the time; is it stuck?"));
        }
      }
    } catch (ExecutionException e) {
      throw explain(pid, e.getCause() == null ? e : e.getCause(), patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted while process " + pid + " was being asked", e);
    }
  }

  private static boolean isDone(FutureTask<Void> exchange)
      throws ExecutionException, InterruptedException {
    try {
      exchange.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static void exchange(long pid, Path jar, AgentOptions options)
      throws IOException,
          AttachNotSupportedException,
          AgentLoadException,
          AgentInitializationException {
    try (SocketLink unused = SocketLink.to(pid)) {
      VirtualMachine vm = VirtualMachine.attach(Long.toString(pid));
      try {
        vm.loadAgent(jar.toString(), options.encoded());
      } finally {
        vm.detach();
      }
    }
  }

  private static UserError explain(long pid, Throwable failure, Patience patience) {
    String text = String.valueOf(failure.getMessage());
    if (failure instanceof UserError refusal) {
      return refusal;
    }
    if (failure instanceof NoClassDefFoundError) {
      return new UserError(
          "this Java ("
              + System.getProperty("java.home")
              + ") has no jdk.attach module; install a JDK (Debian, Ubuntu: apt-get install"
              + " openjdk-17-jdk-headless) or set UNCORK_JAVA_HOME to one",
          failure);
    }
    if (text.contains(NOT_LIVE)) {
      return new UserError(
          "process "
              + pid
              + " is only starting or just ending, when its JVM takes no agent; if it still runs,"
              + " try again",
          failure);
    }
    if (text.contains("Dynamic agent loading is not enabled")) {
      return new UserError(
          "process "
              + pid
              + " runs with -XX:-EnableDynamicAgentLoading; start it without that, or"
              + " under uncork run",
          failure);
    }
    if (failure instanceof AttachNotSupportedException || failure instanceof IOException) {
      return new UserError(
          "process "
              + pid
              + " can't be attached to ("
              + text
              + "); "
              + patience
                  .reason()
                  .orElse(
                      "it must be a HotSpot JVM that answers, of this user, without"
                          + " -XX:+DisableAttachMechanism"),
          failure);
    }
    return new UserError(
        "the agent did not start in process "
            + pid
            + ": "
            + failure
            + "; is the JVM 17 or newer,"
            + " with the module java.instrument?",
        failure);
  }
}
