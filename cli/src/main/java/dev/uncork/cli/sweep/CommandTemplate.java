package dev.uncork.cli.sweep;

import dev.uncork.cli.error.UserError;
import dev.uncork.scaling.sweep.Point;
import java.util.ArrayList;
import java.util.List;

/** The user's command with the places where a point's settings go. */
final class CommandTemplate {
  private static final String WORKERS = "{workers}";
  private static final String HEAP = "{heap}";

  private final List<String> words;

  private CommandTemplate(List<String> words) {
    this.words = words;
  }

  /** Refuses a command that has no place for something that is to be varied. */
  static CommandTemplate of(
      List<String> words, List<Integer> workers, List<String> heaps, List<TriedOption> levers) {
    CommandTemplate template = new CommandTemplate(List.copyOf(words));
    if (workers.size() > 1 && !template.mentions(WORKERS)) {
      throw new UserError(
          "the command has no {workers}, so --workers can't vary anything; put {workers} where the"
              + " program takes its number of threads");
    }
    if (!heaps.isEmpty() && !template.mentions(HEAP) && !template.startsJava()) {
      throw template.noPlaceFor("--heap", "-Xmx{heap}");
    }
    for (TriedOption lever : levers) {
      String placeholder = "{" + lever.name() + "}";
      if (lever.isJvmOption() ? !template.startsJava() : !template.mentions(placeholder)) {
        throw template.noPlaceFor("--try " + lever.name(), "a name and " + placeholder);
      }
    }
    return template;
  }

  private UserError noPlaceFor(String option, String placeholder) {
    return new UserError(
        option
            + " has no place in the command '"
            + words.get(0)
            + " …': it is not java, and has no placeholder; give java itself, or put "
            + placeholder
            + " into the command");
  }

  private boolean mentions(String placeholder) {
    return words.stream().anyMatch(word -> word.contains(placeholder));
  }

  private boolean startsJava() {
    String first = words.get(0);
    return first.equals("java") || first.endsWith("/java");
  }

  /** The command of one point. JVM options go right behind {@code java}. */
  List<String> at(Point point) {
    List<String> command = new ArrayList<>();
    command.add(words.get(0));
    if (!point.heap().isEmpty() && !mentions(HEAP)) {
      command.add("-Xmx" + point.heap());
    }
    point.options().stream().filter(option -> option.startsWith("-")).forEach(command::add);
    command.addAll(words.subList(1, words.size()));
    return command.stream().map(word -> fill(word, point)).toList();
  }

  private static String fill(String word, Point point) {
    String filled =
        word.replace(WORKERS, Integer.toString(point.workers())).replace(HEAP, point.heap());
    for (String option : point.options()) {
      int equals = option.indexOf('=');
      filled =
          filled.replace("{" + option.substring(0, equals) + "}", option.substring(equals + 1));
    }
    return filled;
  }
}
