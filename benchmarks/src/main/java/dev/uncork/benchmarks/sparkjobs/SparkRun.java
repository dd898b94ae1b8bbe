package dev.uncork.benchmarks.sparkjobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An application that ran.
 *
 * @param eventLog as Spark wrote it: a folder
 * @param seconds from the application's start to its end, as the log has them
 */
record SparkRun(Path eventLog, double seconds) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Settings for an event log; not compressed, for its start and end are read here.
   *
   * @param folder is emptied
   */
  static Map<String, String> logTo(Path folder) throws IOException {
    delete(folder);
    Files.deleteIfExists(ended(folder));
    Files.createDirectories(folder);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spark.eventLog.enabled", "true");
    settings.put("spark.eventLog.dir", folder.toUri().toString());
    settings.put("spark.eventLog.compress", "false");
    settings.put("spark.ui.enabled", "false");
    settings.put("spark.ui.showConsoleProgress", "false");
    return settings;
  }

  /**
   * Runs an application and waits for its end.
   *
   * @param folder of its event log, which must be the only one there
   */
  static SparkRun of(List<String> command, Map<String, String> environment, Path folder)
      throws IOException, InterruptedException {
    Path output = folder.resolveSibling(folder.getFileName() + ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with " + exitCode + "; its output is " + output);
    }
    Files.createFile(ended(folder));
    return in(folder);
  }

  /** The one whose event log is in a folder. */
  static SparkRun in(Path folder) throws IOException {
    try (Stream<Path> logs = Files.list(folder)) {
      Path log = logs.findFirst().orElseThrow(() -> new IOException(folder + " has no event log"));
      return new SparkRun(log, (timeOf(log, "End") - timeOf(log, "Start")) / 1000.0);
    }
  }

  /** Whether a folder has the event log of a run that succeeded: a killed one logs its end, too. */
  static boolean isWhole(Path folder) {
    return Files.isDirectory(folder) && Files.exists(ended(folder));
  }

  private static Path ended(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".ended");
  }

  private static long timeOf(Path log, String what) throws IOException {
    String event = "{\"Event\":\"SparkListenerApplication" + what + "\"";
    try (Stream<Path> files = Files.walk(log)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          for (String line : (Iterable<String>) lines.filter(l -> l.startsWith(event))::iterator) {
            JsonNode json = JSON.readTree(line);
            return json.path("Timestamp").asLong();
          }
        }
      }
    }
    throw new IOException(log + " has no event SparkListenerApplication" + what);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
