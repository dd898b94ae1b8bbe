package dev.uncork.cli.plan;

import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.JavaCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command with changes applied to it.
 *
 * @param words the program and its arguments, with JVM options where it is plain java, and with
 *     settings where it is spark-submit
 * @param scriptOptions JVM options for the environment, where it is not
 * @param remedies as {@code uncork run --remedy} takes them
 */
public record PlannedCommand(
    List<String> words, List<String> scriptOptions, List<String> remedies) {
  /** Stands for the plan's directory in JVM options. */
  public static final String PLAN_DIRECTORY = "{plan}";

  public PlannedCommand {
    words = List.copyOf(words);
    scriptOptions = List.copyOf(scriptOptions);
    remedies = List.copyOf(remedies);
  }

  /**
   * Applies changes.
   *
   * @param directory of the plan, for files that belong to it
   */
  public static PlannedCommand of(List<String> command, List<Change> changes, Path directory) {
    List<String> options = new ArrayList<>();
    List<String> remedies = new ArrayList<>();
    Map<String, String> fills = new HashMap<>();
    Map<String, String> settings = new HashMap<>();
    for (Change change : changes) {
      for (String option : change.jvmOptions()) {
        options.add(option.replace(PLAN_DIRECTORY, directory.toAbsolutePath().toString()));
      }
      remedies.addAll(change.remedies());
      fills.putAll(change.fills());
      settings.putAll(change.settings());
    }
    List<String> words = command.stream().map(word -> fill(word, fills)).toList();
    Optional<SparkCommand> spark = SparkCommand.of(words);
    if (spark.isPresent() && !(settings.isEmpty() && options.isEmpty())) {
      return new PlannedCommand(spark.get().with(settings, options), List.of(), remedies);
    }
    Optional<JavaCommand> java = JavaCommand.of(words);
    return java.isPresent()
        ? new PlannedCommand(java.get().with(options), List.of(), remedies)
        : new PlannedCommand(words, options, remedies);
  }

  private static String fill(String word, Map<String, String> fills) {
    String filled = word;
    for (Map.Entry<String, String> fill : fills.entrySet()) {
      filled = filled.replace("{" + fill.getKey() + "}", fill.getValue());
    }
    return filled;
  }
}
