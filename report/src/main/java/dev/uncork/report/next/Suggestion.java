package dev.uncork.report.next;

import java.util.List;

/**
 * Something to do.
 *
 * @param text what and why; before a command, it ends where that follows
 * @param command its words, quoted for a shell; empty where there is none
 */
public record Suggestion(String text, List<String> command) {
  public Suggestion {
    command = List.copyOf(command);
  }

  /** Both in one line. */
  public String line() {
    return command.isEmpty() ? text : text + " " + String.join(" ", command);
  }
}
