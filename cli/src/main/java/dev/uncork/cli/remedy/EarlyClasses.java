package dev.uncork.cli.remedy;

import dev.uncork.cli.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Classes of a JDK, rewritten before its JVM starts, since that loads them before a Java agent
 * could: streams and legacy collections that one thread uses at a time as a rule.
 */
final class EarlyClasses {
  private EarlyClasses() {}

  /**
   * Writes the rewritten classes of a JDK into a directory.
   *
   * @param names which classes, by internal name
   * @param javaHome of the JDK that is going to run the program
   * @param directory is made; it must stay until the JVM has started
   * @return the option that makes the JVM use them, or empty when there is none
   */
  static Optional<String> write(
      Installation installation, Path javaHome, Set<String> names, Path directory)
      throws IOException {
    Path library = library(installation);
    if (!Files.isReadable(library)) {
      return Optional.empty();
    }
    Files.createDirectories(directory);
    Map<String, byte[]> rewritten = JdkClasses.rewritten(javaHome, names);
    for (Map.Entry<String, byte[]> one : rewritten.entrySet()) {
      Path file = directory.resolve(one.getKey() + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, one.getValue());
    }
    Files.writeString(directory.resolve("classes"), String.join("\n", rewritten.keySet()) + "\n");
    Files.copy(
        installation.agentDirectory().resolve("uncork-boot.jar"),
        directory.resolve("uncork-boot.jar"));
    return Optional.of("-agentpath:" + library + "=" + directory.toAbsolutePath());
  }

  private static Path library(Installation installation) {
    String arch = System.getProperty("os.arch", "?");
    return installation
        .agentDirectory()
        .resolve("linux-" + (arch.equals("amd64") ? "x86_64" : arch))
        .resolve("libuncork.so");
  }
}
