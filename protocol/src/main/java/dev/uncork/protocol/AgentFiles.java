package dev.uncork.protocol;

import java.nio.file.Path;

/**
 * The agent's own files, in the directory of {@link AgentOption#LIB}.
 *
 * @param lib the directory
 */
public record AgentFiles(Path lib) {
  /** The class that a JVM starts; it is in {@link EntryWords#AGENT_JAR}. */
  public static final String ENTRY_CLASS = "dev.uncork.agent.entry.UncorkAgent";

  /** Name of {@link #boot}. */
  public static final String BOOT_JAR = "uncork-boot.jar";

  /** Path of {@link #library} below the directory. */
  public static final String LIBRARY = platform() + "/libuncork.so";

  /** What a JVM is given as its agent. */
  public Path agent() {
    return lib.resolve(EntryWords.AGENT_JAR);
  }

  /** The classes for the bootstrap class loader. */
  public Path boot() {
    return lib.resolve(BOOT_JAR);
  }

  /** The native collector for this machine; it isn't there for every machine. */
  public Path library() {
    return lib.resolve(LIBRARY);
  }

  /** The folder of this machine's native libraries, as in {@code linux-x86_64}. */
  public static String platform() {
    String arch = System.getProperty("os.arch", "?");
    return "linux-" + (arch.equals("amd64") ? "x86_64" : arch);
  }
}
