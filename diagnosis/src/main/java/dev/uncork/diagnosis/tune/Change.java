package dev.uncork.diagnosis.tune;

import java.util.List;
import java.util.Map;

/**
 * One lever put to one value, as it goes to the program's start.
 *
 * @param lever its name; a setup holds one change of each
 * @param value as people write it
 * @param jvmOptions to be put in place of the command's own of the same meaning
 * @param fills what stands for {@code {name}} in the command
 * @param remedies as {@code uncork run --remedy} takes them
 */
public record Change(
    RemedyKind kind,
    String lever,
    String value,
    List<String> jvmOptions,
    Map<String, String> fills,
    List<String> remedies) {
  public Change {
    jvmOptions = List.copyOf(jvmOptions);
    fills = Map.copyOf(fills);
    remedies = List.copyOf(remedies);
  }

  /** Options of the JVM in place of others. */
  public static Change options(RemedyKind kind, String lever, List<String> options) {
    return new Change(kind, lever, String.join(" ", options), options, Map.of(), List.of());
  }

  /** A placeholder of the command. */
  public static Change fill(RemedyKind kind, String lever, String value) {
    return new Change(kind, lever, value, List.of(), Map.of(lever, value), List.of());
  }

  /** What {@code uncork run --remedy} does. */
  public static Change remedy(RemedyKind kind, String lever, String remedy) {
    return new Change(kind, lever, remedy, List.of(), Map.of(), List.of(remedy));
  }

  /** One line for the user. */
  public String text() {
    if (!remedies.isEmpty()) {
      return String.join(" ", remedies);
    }
    return jvmOptions.isEmpty() ? lever + " " + value : String.join(" ", jvmOptions);
  }
}
