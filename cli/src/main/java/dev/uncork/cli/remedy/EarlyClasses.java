package dev.uncork.cli.remedy;

import dev.uncork.protocol.AgentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/**
 * Classes of a JDK, rewritten before its JVM starts, since that loads them before a Java agent
 * could: streams and legacy collections that one thread uses at a time as a rule.
 */
final class EarlyClasses {
  /** The last file that is written: who sees it sees all. */
  private static final String LIST = "classes";

  private EarlyClasses() {}

  /**
   * The option that makes a JVM use the rewritten classes of its JDK; empty when there is no native
   * library for this machine.
   *
   * @param scratch a directory to be made, where the cache can't be written; it must stay until the
   *     JVM has started
   */
  static Optional<String> option(RewrittenJdk jdk, Path scratch) throws IOException {
    Path library = new AgentFiles(jdk.installation().agentDirectory()).library();
    if (!Files.isReadable(library)) {
      return Optional.empty();
    }
    Path kept = jdk.place("early");
    Path directory = Files.isReadable(kept.resolve(LIST)) ? kept : write(jdk, kept, scratch);
    return Optional.of("-agentpath:" + library + "=" + directory.toAbsolutePath());
  }

  private static Path write(RewrittenJdk jdk, Path kept, Path otherwise) throws IOException {
    Map<String, byte[]> rewritten = JdkClasses.rewritten(jdk.javaHome(), jdk.names());
    try {
      Path parent = kept.getParent();
      Path next = Files.createTempDirectory(Files.createDirectories(parent), "early");
      fill(next, jdk, rewritten);
      // At once, since other runs may want the same; whoever comes second keeps what is there.
      return Files.isReadable(kept.resolve(LIST))
          ? kept
          : Files.move(next, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      fill(Files.createDirectories(otherwise), jdk, rewritten);
      return otherwise;
    }
  }

  private static void fill(Path directory, RewrittenJdk jdk, Map<String, byte[]> rewritten)
      throws IOException {
    for (Map.Entry<String, byte[]> one : rewritten.entrySet()) {
      Path file = directory.resolve(one.getKey() + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, one.getValue());
    }
    Files.copy(jdk.boot(), new AgentFiles(directory).boot());
    Files.writeString(directory.resolve(LIST), String.join("\n", rewritten.keySet()) + "\n");
  }
}
