package dev.uncork.diagnosis.lever;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a change does to the program's start. Each kind answers for its own part; all others are
 * empty, so that who sums up a setup needn't tell the kinds apart.
 */
public sealed interface Effect {
  /** Options of the JVM, to be put in place of the command's own of the same meaning. */
  default List<String> jvmOptions() {
    return List.of();
  }

  /** What stands for {@code {name}} in the command. */
  default Map<String, String> fills() {
    return Map.of();
  }

  /** Remedies as {@code uncork run --remedy} takes them. */
  default List<String> remedies() {
    return List.of();
  }

  /** Settings of Spark; lists such as {@code spark.jars} are added to the command's own. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** Changes of several levers that this one stands for. */
  default List<Change> parts() {
    return List.of();
  }

  /** One line for the user about a lever that is put to a value. */
  default String text(String lever, String value) {
    return lever + " " + value;
  }

  /** The program is left as it is. */
  enum None implements Effect {
    NONE
  }

  /** Options of the JVM. */
  record JvmOptions(@Override List<String> jvmOptions) implements Effect {
    public JvmOptions {
      jvmOptions = List.copyOf(jvmOptions);
    }

    @Override
    public String text(String lever, String value) {
      return String.join(" ", jvmOptions);
    }
  }

  /** Placeholders of the command. */
  record Fills(@Override Map<String, String> fills) implements Effect {
    public Fills {
      fills = Map.copyOf(fills);
    }
  }

  /** Remedies of the agent's. */
  record Remedies(@Override List<String> remedies) implements Effect {
    public Remedies {
      remedies = List.copyOf(remedies);
    }

    @Override
    public String text(String lever, String value) {
      return String.join(" ", remedies);
    }
  }

  /** Settings of Spark; the lever's value says in words what they amount to. */
  record Settings(@Override Map<String, String> settings) implements Effect {
    public Settings {
      settings = Map.copyOf(settings);
    }

    @Override
    public String text(String lever, String value) {
      return value;
    }
  }

  /** Several effects of one lever, as a plan may hold them; the first one says it in a line. */
  record Several(List<Effect> effects) implements Effect {
    public Several {
      if (effects.size() < 2) {
        throw new IllegalArgumentException("expected several effects, got " + effects);
      }
      effects = List.copyOf(effects);
    }

    @Override
    public List<String> jvmOptions() {
      return effects.stream().flatMap(effect -> effect.jvmOptions().stream()).toList();
    }

    @Override
    public Map<String, String> fills() {
      return joined(effects.stream().map(Effect::fills));
    }

    @Override
    public List<String> remedies() {
      return effects.stream().flatMap(effect -> effect.remedies().stream()).toList();
    }

    @Override
    public Map<String, String> settings() {
      return joined(effects.stream().map(Effect::settings));
    }

    @Override
    public String text(String lever, String value) {
      return effects.get(0).text(lever, value);
    }

    private static Map<String, String> joined(Stream<Map<String, String>> tables) {
      Map<String, String> all = new LinkedHashMap<>();
      tables.forEach(all::putAll);
      return all;
    }
  }

  /** Changes of several levers as one. */
  record Together(@Override List<Change> parts) implements Effect {
    public Together {
      parts = List.copyOf(parts);
    }

    @Override
    public String text(String lever, String value) {
      return value;
    }
  }
}
