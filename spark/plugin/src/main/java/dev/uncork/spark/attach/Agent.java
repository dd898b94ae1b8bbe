package dev.uncork.spark.attach;

import dev.uncork.protocol.AgentCommand;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.EntryWords;
import dev.uncork.spark.base.WorkFiles;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The agent that comes in our jar: puts its files down, loads it, and gives it commands. */
public final class Agent {
  private Agent() {}

  /**
   * Loads the agent into this JVM.
   *
   * @param session a directory for what it has to say, which exists
   * @param more sets further options
   * @return the directory of this JVM below {@code session}
   * @throws IOException when that is impossible
   */
  public static Path load(WorkFiles files, Path session, UnaryOperator<AgentOptions> more)
      throws IOException {
    Path jar = files.extract(EntryWords.AGENT_JAR);
    files.extract(EntryWords.CORE_JAR);
    files.extract(AgentFiles.BOOT_JAR);
    files.extract(AgentFiles.LIBRARY);
    AgentOptions options = AgentOptions.forAttach(session, files.lib());
    SelfAttach.load(jar, more.apply(options).encodedBriefly());
    try (DirectoryStream<Path> jvms = Files.newDirectoryStream(session)) {
      for (Path jvm : jvms) {
        return jvm;
      }
    }
    throw new IOException("the agent wrote no answer to " + session);
  }

  /** Tells the agent something else, once it is loaded. */
  public static void command(AgentCommand command, Path session)
      throws ReflectiveOperationException {
    // The class that the attach mechanism has loaded; the agent has one in every JVM.
    Class.forName(AgentFiles.ENTRY_CLASS, true, ClassLoader.getSystemClassLoader())
        .getMethod("agentmain", String.class, Instrumentation.class)
        .invoke(null, AgentOptions.forCommand(command, session).encodedBriefly(), null);
  }

  /** Whether this JVM is shutting down, in which case nothing needs to be undone. */
  public static boolean jvmEnds() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
