package dev.uncork.cli.launch;

import dev.uncork.diagnosis.lever.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Where the classes of a {@code java} command come from. */
public final class JavaClassPath {
  private JavaClassPath() {}

  /** Files and directories, as the command names them; none for a command that isn't java. */
  public static List<Path> of(List<String> command) {
    return JavaCommand.of(command).map(JavaClassPath::of).orElse(List.of());
  }

  private static List<Path> of(JavaCommand command) {
    List<String> program = command.program();
    if (program.size() > 1 && program.get(0).equals("-jar")) {
      return ofJar(Path.of(program.get(1)));
    }
    String path = System.getenv().getOrDefault("CLASSPATH", ".");
    List<String> options = command.jvmOptions();
    for (int i = 0; i < options.size(); i++) {
      String word = options.get(i);
      boolean before =
          word.equals("-cp") || word.equals("-classpath") || word.equals("--class-path");
      if (before && i + 1 < options.size()) {
        path = options.get(i + 1);
      } else if (word.startsWith("--class-path=")) {
        path = word.substring("--class-path=".length());
      }
    }
    List<Path> entries = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      if (entry.endsWith("/*") || entry.equals("*")) {
        File[] jars =
            new File(entry.equals("*") ? "." : entry.substring(0, entry.length() - 2))
                .listFiles((directory, name) -> name.endsWith(".jar"));
        for (File jar : jars == null ? new File[0] : jars) {
          entries.add(jar.toPath());
        }
      } else if (!entry.isEmpty()) {
        entries.add(Path.of(entry));
      }
    }
    entries.sort(null);
    return entries;
  }

  private static List<Path> ofJar(Path jar) {
    List<Path> entries = new ArrayList<>(List.of(jar));
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String more =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String entry : more == null ? new String[0] : more.strip().split("\\s+")) {
        entries.add(jar.resolveSibling(entry));
      }
    } catch (IOException | RuntimeException e) {
      // An unreadable jar: the JVM will say so itself.
      return entries;
    }
    return entries;
  }
}
