package dev.uncork.cli.remedy;

import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Classes of a JDK's module java.base, read from its own files and rewritten. */
final class JdkClasses {
  private JdkClasses() {}

  /**
   * Rewrites classes for lock reservation.
   *
   * @param javaHome of the JDK that is going to run the program
   * @param names which classes, by internal name
   * @return by name, those of them that are eligible
   */
  static Map<String, byte[]> rewritten(Path javaHome, Set<String> names) throws IOException {
    Map<String, byte[]> rewritten = new TreeMap<>();
    try (FileSystem jdk =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", javaHome.toString()))) {
      Path base = jdk.getPath("/modules/java.base");
      LockRewriter rewriter =
          new LockRewriter(name -> read(base, name), names::contains, names::contains);
      for (String name : names) {
        byte[] original = read(base, name);
        LockRewriter.Result result = original == null ? null : rewriter.rewrite(original);
        if (result != null && result.reserved() > 0 && result.bytes() != null) {
          rewritten.put(name, result.bytes());
        }
      }
    }
    return rewritten;
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
