package dev.uncork.cli.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** A {@code java} command taken apart: options for the JVM, and what is to be run. */
public final class JavaCommand {
  /** Options whose value is the next word; see the manual of java. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--add-reads",
          "--add-exports",
          "--add-opens",
          "--patch-module",
          "--enable-native-access",
          "--describe-module",
          "-d",
          "--source");

  private final List<String> words;
  private final int main;

  private JavaCommand(List<String> words) {
    this.words = List.copyOf(words);
    int at = 1;
    while (at < words.size() && words.get(at).startsWith("-") && !isMain(words.get(at))) {
      at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
    }
    this.main = Math.min(at, words.size());
  }

  private static boolean isMain(String word) {
    return word.equals("-jar") || word.equals("-m") || word.equals("--module");
  }

  /** Empty for a command that is not plain java. */
  public static Optional<JavaCommand> of(List<String> words) {
    String first = words.get(0);
    return first.equals("java") || first.endsWith("/java")
        ? Optional.of(new JavaCommand(words))
        : Optional.empty();
  }

  /** Options before the main class, those with a value as two words. */
  public List<String> jvmOptions() {
    return words.subList(1, main);
  }

  /** What it runs, in a word: the main class, the jar's name, the module, or {@code @argfile}. */
  public Optional<String> program() {
    if (main >= words.size()) {
      return words.subList(1, main).stream().filter(word -> word.startsWith("@")).findFirst();
    }
    String word = words.get(main);
    if (!isMain(word)) {
      return Optional.of(word);
    }
    return main + 1 < words.size()
        ? Optional.of(word.equals("-jar") ? fileName(words.get(main + 1)) : words.get(main + 1))
        : Optional.empty();
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The command with these options in place of its own of the same meaning. */
  public List<String> with(List<String> options) {
    Set<String> subjects = options.stream().map(JvmOption::subject).collect(Collectors.toSet());
    List<String> command = new ArrayList<>();
    command.add(words.get(0));
    command.addAll(options);
    for (int i = 1; i < main; i++) {
      boolean pair = WITH_VALUE.contains(words.get(i)) && i + 1 < main;
      if (pair) {
        command.addAll(words.subList(i, i + 2));
        i++;
      } else if (!subjects.contains(JvmOption.subject(words.get(i)))) {
        command.add(words.get(i));
      }
    }
    command.addAll(words.subList(main, words.size()));
    return command;
  }

  /** Files and directories that classes come from, as the command names them. */
  public List<Path> classPath() {
    if (main + 1 < words.size() && words.get(main).equals("-jar")) {
      return ofJar(Path.of(words.get(main + 1)));
    }
    String path = System.getenv().getOrDefault("CLASSPATH", ".");
    for (int i = 1; i + 1 < words.size() && i < main; i++) {
      String word = words.get(i);
      if (word.equals("-cp") || word.equals("-classpath") || word.equals("--class-path")) {
        path = words.get(i + 1);
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
