package dev.uncork.benchmarks.tune;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a program is started: what a list of changes in tune's JSON amounts to.
 *
 * @param fill what stands for the placeholders of its command
 * @param jvmOptions in place of its own of the same meaning
 * @param remedies of {@code uncork run}
 */
record Way(Map<String, String> fill, List<String> jvmOptions, List<String> remedies) {

  /** A program as it came: the first value of each lever. */
  static Way start(Program program) {
    Map<String, String> fill = new LinkedHashMap<>();
    for (String option : program.options()) {
      String text = option.replaceFirst("^--try=", "").replaceFirst("^--", "");
      int equals = text.indexOf('=');
      if (equals > 0 && !text.startsWith("-")) {
        fill.put(text.substring(0, equals), text.substring(equals + 1).split(",", -1)[0]);
      }
    }
    return new Way(fill, List.of(), List.of());
  }

  /**
   * The same with changes, apart from those of some levers.
   *
   * @param plan the folder that {plan} stands for
   */
  Way with(JsonNode changes, List<String> withoutLevers, String plan) {
    Map<String, String> filled = new LinkedHashMap<>(fill);
    List<String> options = new ArrayList<>(jvmOptions);
    List<String> all = new ArrayList<>(remedies);
    for (JsonNode change : changes) {
      if (withoutLevers.contains(change.path("lever").asText())) {
        continue;
      }
      change.path("fill").properties().forEach(e -> filled.put(e.getKey(), e.getValue().asText()));
      change.path("jvmOptions").forEach(o -> options.add(o.asText().replace("{plan}", plan)));
      change.path("uncork").forEach(remedy -> all.add(remedy.asText()));
    }
    return new Way(filled, options, all);
  }

  Way filled(Map<String, String> other) {
    Map<String, String> filled = new LinkedHashMap<>(fill);
    filled.putAll(other);
    return new Way(filled, jvmOptions, remedies);
  }
}
