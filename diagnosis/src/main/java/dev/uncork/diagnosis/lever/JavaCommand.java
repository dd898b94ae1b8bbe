package dev.uncork.diagnosis.lever;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  /** What follows the options: {@code -jar} and a file, a main class, and the arguments. */
  public List<String> program() {
    return words.subList(main, words.size());
  }

  /** What it runs, in a word: the main class, the jar's name, the module, or {@code @argfile}. */
  public Optional<String> programName() {
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
}
