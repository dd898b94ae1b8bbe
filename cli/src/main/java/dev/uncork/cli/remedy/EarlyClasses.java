package dev.uncork.cli.remedy;

import dev.uncork.cli.Installation;
import dev.uncork.rewriting.lock.LockRewriter;
import dev.uncork.rewriting.selection.ClassSelection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classes of a JDK, rewritten before its JVM starts, since that loads them before a Java agent
 * could: streams and legacy collections that one thread uses at a time as a rule.
 */
final class EarlyClasses {
  private static final Set<String> NAMES = ClassSelection.JDK;

  private EarlyClasses() {}

  /**
   * Writes the rewritten classes of a JDK into a directory.
   *
   * @param javaHome of the JDK that is going to run the program
   * @param directory is made; it must stay until the JVM has started
   * @return the option that makes the JVM use them, or empty when there is none
   */
  static Optional<String> write(Installation installation, Path javaHome, Path directory)
      throws IOException {
    Path library = library(installation);
    if (!Files.isReadable(library)) {
      return Optional.empty();
    }
    Files.createDirectories(directory);
    List<String> written = new ArrayList<>();
    try (FileSystem jdk =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", javaHome.toString()))) {
      Path base = jdk.getPath("/modules/java.base");
      LockRewriter rewriter =
          new LockRewriter(name -> read(base, name), NAMES::contains, NAMES::contains);
      for (String name : NAMES) {
        byte[] original = read(base, name);
        LockRewriter.Result result = original == null ? null : rewriter.rewrite(original);
        if (result != null && result.reserved() > 0 && result.bytes() != null) {
          Path file = directory.resolve(name + ".class");
          Files.createDirectories(file.getParent());
          Files.write(file, result.bytes());
          written.add(name + "\n");
        }
      }
    }
    Files.writeString(directory.resolve("classes"), String.join("", written));
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

  private static byte @Nullable [] read(Path module, String internalName) {
    Path file = module.resolve(internalName + ".class");
    try {
      return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    } catch (IOException e) {
      return null;
    }
  }
}
