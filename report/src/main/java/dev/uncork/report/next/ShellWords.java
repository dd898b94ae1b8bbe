package dev.uncork.report.next;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as they are typed to a shell. */
public final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWords() {}

  /** A word as one, whatever is in it. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** A command. */
  public static String joined(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }
}
