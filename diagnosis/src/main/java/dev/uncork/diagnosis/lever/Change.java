package dev.uncork.diagnosis.lever;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One lever put to one value, as it goes to the program's start.
 *
 * @param lever its name; a setup holds one change of each
 * @param value as people write it
 */
public record Change(RemedyKind kind, String lever, String value, Effect effect) {
  /** The lever of changes that stand for several. */
  public static final String TOGETHER = "together";

  /** The lever of a change as the program has it by itself; to be shown, not to be made. */
  public static Change none(Change change) {
    return new Change(change.kind(), change.lever(), "as it came", Effect.None.NONE);
  }

  /** Several changes as one. */
  public static Change together(List<Change> parts) {
    return new Change(
        RemedyKind.KNOB,
        TOGETHER,
        parts.stream().map(Change::text).collect(Collectors.joining(" + ")),
        new Effect.Together(parts));
  }

  /** Options of the JVM in place of others. */
  public static Change options(RemedyKind kind, String lever, List<String> options) {
    return new Change(kind, lever, String.join(" ", options), new Effect.JvmOptions(options));
  }

  /** A placeholder of the command. */
  public static Change fill(RemedyKind kind, String lever, String value) {
    return new Change(kind, lever, value, new Effect.Fills(Map.of(lever, value)));
  }

  /** What {@code uncork run --remedy} does. */
  public static Change remedy(RemedyKind kind, String lever, String remedy) {
    return new Change(kind, lever, remedy, new Effect.Remedies(List.of(remedy)));
  }

  /** Settings of Spark; the value says in words what they amount to. */
  public static Change settings(
      RemedyKind kind, String lever, String value, Map<String, String> settings) {
    return new Change(kind, lever, value, new Effect.Settings(settings));
  }

  /** Options of the JVM that it puts in place of others. */
  public List<String> jvmOptions() {
    return effect.jvmOptions();
  }

  /** Placeholders of the command that it fills. */
  public Map<String, String> fills() {
    return effect.fills();
  }

  /** Remedies of the agent's that it takes. */
  public List<String> remedies() {
    return effect.remedies();
  }

  /** Spark's settings that it makes. */
  public Map<String, String> settings() {
    return effect.settings();
  }

  /** Changes of several levers that it stands for. */
  public List<Change> parts() {
    return effect.parts();
  }

  /** One line for the user. */
  public String text() {
    return effect.text(lever, value);
  }
}
