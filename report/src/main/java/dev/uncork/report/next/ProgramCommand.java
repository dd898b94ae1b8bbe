package dev.uncork.report.next;

import dev.uncork.diagnosis.lever.JavaCommand;
import dev.uncork.recording.CollectorInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Commands of Uncork for the program of a recording: they start it again, or attach to it as the
 * recording did. The words are quoted for a shell.
 */
final class ProgramCommand {
  /** Longer ones fill the screen, and stand in a script anyway. */
  private static final int MOST_CHARACTERS = 500;

  private static final String ELLIPSIS = "...";
  private static final List<String> UNKNOWN = List.of("java", ELLIPSIS);

  /** Reports are passed on, and shell histories kept. */
  private static final Pattern SECRET =
      Pattern.compile(
          "([^=]*(?:passw|secret|token|credential|api.?key)[^=]*=).+",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final CollectorInfo info;

  ProgramCommand(CollectorInfo info) {
    this.info = info;
  }

  /** Whether the program ran already when it was recorded. */
  boolean attached() {
    return info.attached() && info.pid() > 0;
  }

  /** {@code uncork WORDS... -- java ...}, with options for the JVM in place of its own. */
  List<String> start(List<String> uncork, List<String> jvmOptions) {
    List<String> words = new ArrayList<>(List.of("uncork"));
    words.addAll(uncork);
    words.add("--");
    words.addAll(program(jvmOptions));
    return words;
  }

  /** Whether the recording tells how the program can be started again, and Uncork started it. */
  boolean canBeStarted() {
    return !attached() && !program(List.of()).equals(UNKNOWN);
  }

  /** {@code uncork run -- java ...; uncork diff}. */
  List<String> startAndCompare() {
    List<String> words = start(List.of("run"), List.of());
    words.set(words.size() - 1, words.get(words.size() - 1) + ";");
    words.addAll(List.of("uncork", "diff"));
    return words;
  }

  /** {@code uncork attach PID WORDS...}. */
  List<String> attach(List<String> uncork) {
    List<String> words = new ArrayList<>(List.of("uncork", "attach"));
    words.add(attached() ? String.valueOf(info.pid()) : "PID");
    words.addAll(uncork);
    return words;
  }

  /** Its own options for the JVM; none where they aren't known. */
  List<String> jvmOptions() {
    return java().map(JavaCommand::jvmOptions).orElse(List.of());
  }

  private Optional<JavaCommand> java() {
    return info.commandLine().isEmpty() ? Optional.empty() : JavaCommand.of(info.commandLine());
  }

  private List<String> program(List<String> jvmOptions) {
    List<String> words =
        java()
            .map(java -> java.with(jvmOptions).stream().map(ProgramCommand::quoted).toList())
            .orElse(List.of());
    boolean typeable =
        !words.isEmpty()
            && words.stream().noneMatch(word -> word.chars().anyMatch(Character::isISOControl))
            && String.join(" ", words).length() <= MOST_CHARACTERS;
    if (typeable) {
      return words;
    }
    List<String> unknown = new ArrayList<>(UNKNOWN);
    unknown.addAll(1, jvmOptions);
    return unknown;
  }

  private static String quoted(String word) {
    return ShellWords.quoted(SECRET.matcher(word).replaceFirst("$1" + ELLIPSIS));
  }
}
