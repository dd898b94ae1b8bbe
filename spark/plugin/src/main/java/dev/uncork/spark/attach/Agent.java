package dev.uncork.spark.attach;

import dev.uncork.spark.WorkFiles;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agent that comes in our jar: puts its files down, loads it, and gives it commands. */
public final class Agent {
  private static final String ENTRY = "dev.uncork.agent.entry.UncorkAgent";

  private Agent() {}

  /**
   * Loads the agent into this JVM.
   *
   * @param session a directory for what it has to say, which exists
   * @param options further options, each after a comma
   * @return the directory of this JVM below {@code session}
   * @throws IOException when that is impossible
   */
  public static Path load(WorkFiles files, Path session, String options) throws IOException {
    Path jar = files.extract("uncork-agent.jar");
    files.extract("uncork-agent-core.jar");
    files.extract("uncork-boot.jar");
    files.extract(WorkFiles.platform() + "/libuncork.so");
    SelfAttach.load(
        jar,
        "session="
            + encoded(session)
            + ",lib="
            + encoded(files.directory().resolve("lib"))
            + ",mode=attach"
            + options);
    try (DirectoryStream<Path> jvms = Files.newDirectoryStream(session)) {
      for (Path jvm : jvms) {
        return jvm;
      }
    }
    throw new IOException("the agent left no word in " + session);
  }

  /** Tells the agent something else, once it is loaded. */
  public static void command(String command, Path session) throws ReflectiveOperationException {
    // The class that the attach mechanism has loaded; the agent has one in every JVM.
    Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader())
        .getMethod("agentmain", String.class, Instrumentation.class)
        .invoke(null, "command=" + command + ",session=" + encoded(session), null);
  }

  /** Percent-encodes only what must be: the mechanism takes 1,024 bytes in all. */
  private static String encoded(Path path) {
    return path.toString().replace("%", "%25").replace(",", "%2C");
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
