package dev.uncork.spark.locks;

import dev.uncork.protocol.AgentCommand;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.JvmFiles;
import dev.uncork.protocol.JvmStatus;
import dev.uncork.protocol.SessionState;
import dev.uncork.spark.attach.Agent;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.WorkFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code spark.uncork.locks=reserve} does in one executor, and one line about it.
 *
 * <p>Rows of a shuffle are written and read through streams of the JDK whose methods are
 * synchronized, although one thread uses them. Biased locking makes that cheap in all classes of
 * the JVM; where there is none, the agent replaces these streams.
 */
public final class LockRemedy {
  private static final String SERIALIZER =
      "org.apache.spark.sql.execution.UnsafeRowSerializerInstance";
  private static final int MAX_ANONYMOUS = 9;

  private final String executor;
  private final boolean wanted;
  private final WorkFiles files;
  private @Nullable Path session;

  /** Does nothing yet. */
  public LockRemedy(String executor, boolean wanted, WorkFiles files) {
    this.executor = executor;
    this.wanted = wanted;
    this.files = files;
  }

  /** Starts it, if it is wanted; the exception says why that is impossible. */
  public void start() throws IOException {
    if (!wanted) {
      return;
    }
    if (BiasedLocking.isOn()) {
      Log.info("executor " + executor + " reserves locks: by the JVM (-XX:+UseBiasedLocking)");
      return;
    }
    if (!loadClasses()) {
      Log.info("executor " + executor + " reserves no locks: Spark SQL is not there" + hint());
      return;
    }
    Path directory = Files.createDirectory(files.directory().resolve("locks"));
    Path jvm =
        Agent.load(
            files,
            directory,
            options ->
                options
                    .with(AgentOption.COMMAND, AgentCommand.UNLOCK)
                    .with(AgentOption.STREAMS, SERIALIZER));
    session = directory;
    JvmStatus status = JvmStatus.read(new JvmFiles(jvm).status());
    Optional<String> against =
        status.refusals().stream().findFirst().map(reason -> "with locks: " + reason);
    if (status.state() != SessionState.RUNNING) {
      throw new IOException(status.failure() + against.map(left -> "; " + left).orElse(""));
    }
    Log.info(
        "executor "
            + executor
            + " reserves locks: streams of SQL shuffles have none now"
            + against.map(left -> ", but not all: " + left).orElse("")
            + hint());
  }

  private static String hint() {
    return BiasedLocking.isPossible()
        ? "; java -XX:+UseBiasedLocking would reserve those of all classes"
        : "";
  }

  /** Now, so that the agent can tell at once what becomes of them; nothing of theirs runs. */
  private static boolean loadClasses() {
    ClassLoader loader = LockRemedy.class.getClassLoader();
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null) {
      loader = context;
    }
    try {
      Class.forName(SERIALIZER, false, loader);
      for (int i = 1; i <= MAX_ANONYMOUS; i++) {
        Class.forName(SERIALIZER + "$$anon$" + i, false, loader);
      }
    } catch (ClassNotFoundException e) {
      return !String.valueOf(e.getMessage()).endsWith("UnsafeRowSerializerInstance");
    }
    return true;
  }

  /** Undoes it, for a JVM that goes on without the executor. */
  public void undo() throws ReflectiveOperationException {
    Path used = session;
    if (used != null && !Agent.jvmEnds()) {
      session = null;
      Agent.command(AgentCommand.RELOCK, used);
    }
  }
}
