package dev.uncork.cli.tune;

import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.cli.plan.Plan;
import dev.uncork.diagnosis.lever.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A plan as lines of {@code spark-defaults.conf}, for use without Uncork's command line. */
public final class SparkDefaults {
  private SparkDefaults() {}

  /**
   * The text.
   *
   * @param command that the plan is for
   */
  public static String text(SparkCommand command, Plan plan) {
    StringBuilder text = new StringBuilder();
    boolean proven = plan.provesAnything();
    text.append(
        proven
            ? "# What uncork tune proved to make this application faster; for\n"
            : "# uncork tune proved nothing to make this application faster, so this changes"
                + " nothing.\n");
    if (proven) {
      text.append("#   spark-submit --properties-file FILE --load-spark-defaults ...\n");
      text.append("# or for conf/spark-defaults.conf.\n");
    }
    new TreeMap<>(plan.origin())
        .forEach(
            (key, value) -> text.append("# ").append(key).append(": ").append(value).append('\n'));
    command
        .propertiesFile()
        .ifPresent(
            file ->
                text.append("# Add the lines of ")
                    .append(file)
                    .append(": of several --properties-file, spark-submit reads the last one.\n"));
    Map<String, String> all = all(command, plan);
    command
        .overriding(all.keySet())
        .forEach(
            (key, words) ->
                text.append("# Remove '")
                    .append(words)
                    .append("' from the command, which wins over this file.\n"));
    for (Plan.Entry entry : plan.entries()) {
      List<Change> one = List.of(entry.change());
      Map<String, String> own = command.settings(settings(one), options(one));
      if (own.isEmpty()) {
        continue;
      }
      text.append('\n');
      entry
          .comment()
          .forEach(line -> text.append("# ").append(line.replaceAll("\\s+", " ")).append('\n'));
      own.keySet()
          .forEach(
              key -> {
                String value = all.remove(key);
                if (value != null) {
                  text.append(key).append("  ").append(value).append('\n');
                }
              });
    }
    return text.toString();
  }

  private static Map<String, String> all(SparkCommand command, Plan plan) {
    List<Change> changes = plan.entries().stream().map(Plan.Entry::change).toList();
    return new TreeMap<>(command.settings(settings(changes), options(changes)));
  }

  private static Map<String, String> settings(List<Change> changes) {
    Map<String, String> settings = new LinkedHashMap<>();
    changes.forEach(change -> settings.putAll(change.settings()));
    return settings;
  }

  private static List<String> options(List<Change> changes) {
    List<String> options = new ArrayList<>();
    changes.forEach(change -> options.addAll(change.jvmOptions()));
    return options;
  }
}
