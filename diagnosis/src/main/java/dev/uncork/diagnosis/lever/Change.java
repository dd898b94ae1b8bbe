package dev.uncork.diagnosis.lever;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One lever put to one value, as it goes to the program's start.
 *
 * @param lever its name; a setup holds one change of each
 * @param value as people write it
 * @param jvmOptions to be put in place of the command's own of the same meaning
 * @param fills what stands for {@code {name}} in the command
 * @param remedies as {@code uncork run --remedy} takes them
 * @param settings of Spark; lists such as {@code spark.jars} are added to the command's own
 * @param parts changes of several levers that this one stands for; then nothing else is set
 */
public record Change(
    RemedyKind kind,
    String lever,
    String value,
    List<String> jvmOptions,
    Map<String, String> fills,
    List<String> remedies,
    Map<String, String> settings,
    List<Change> parts) {
  /** The lever of changes that stand for several. */
  public static final String TOGETHER = "together";

  public Change {
    jvmOptions = List.copyOf(jvmOptions);
    fills = Map.copyOf(fills);
    remedies = List.copyOf(remedies);
    settings = Map.copyOf(settings);
    parts = List.copyOf(parts);
  }

  /** One lever put to one value. */
  public Change(
      RemedyKind kind,
      String lever,
      String value,
      List<String> jvmOptions,
      Map<String, String> fills,
      List<String> remedies) {
    this(kind, lever, value, jvmOptions, fills, remedies, Map.of(), List.of());
  }

  /** The lever of a change as the program has it by itself; to be shown, not to be made. */
  public static Change none(Change change) {
    return new Change(change.kind(), change.lever(), "as it came", List.of(), Map.of(), List.of());
  }

  /** Several changes as one. */
  public static Change together(List<Change> parts) {
    return new Change(
        RemedyKind.KNOB,
        TOGETHER,
        parts.stream().map(Change::text).collect(Collectors.joining(" + ")),
        List.of(),
        Map.of(),
        List.of(),
        Map.of(),
        parts);
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

  /** Settings of Spark; the value says in words what they amount to. */
  public static Change settings(
      RemedyKind kind, String lever, String value, Map<String, String> settings) {
    return new Change(kind, lever, value, List.of(), Map.of(), List.of(), settings, List.of());
  }

  /** One line for the user. */
  public String text() {
    if (!parts.isEmpty() || !settings.isEmpty()) {
      return value;
    }
    if (!remedies.isEmpty()) {
      return String.join(" ", remedies);
    }
    return jvmOptions.isEmpty() ? lever + " " + value : String.join(" ", jvmOptions);
  }
}
