package dev.uncork.protocol;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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

  private static final String LIBRARY_NAME = "libuncork.so";

  /** Path of {@link #library} below the directory. */
  public static final String LIBRARY = platform() + "/" + LIBRARY_NAME;

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

  /** The platforms that there is a native collector for, as {@link #platform} calls them. */
  public List<String> platforms() {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(lib)) {
      for (Path folder : folders) {
        if (Files.exists(folder.resolve(LIBRARY_NAME))) {
          found.add(String.valueOf(folder.getFileName()));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // A directory that can't be read offers none.
    }
    Collections.sort(found);
    return found;
  }

  /**
   * The folder of this machine's native libraries, as in {@code linux-x86_64}: one library serves
   * all C libraries.
   */
  public static String platform() {
    String arch = System.getProperty("os.arch", "?");
    return "linux-" + (arch.equals("amd64") ? "x86_64" : arch);
  }
}
