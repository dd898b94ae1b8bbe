package dev.uncork.benchmarks.concurrent;

import dev.uncork.benchmarks.results.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measured values of one part, one list per case, kept in a file so that parts can be rerun.
 */
final class Samples {
  private static final String COMMIT = "#commit\t";

  private final Path file;
  private String commit = Machine.commit();
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  private Samples(Path file) {
    this.file = file;
  }

  static Samples empty(Path file) {
    return new Samples(file);
  }

  static Samples read(Path file) throws IOException {
    Samples samples = new Samples(file);
    for (String line : Files.readAllLines(file)) {
      int tab = line.indexOf('\t');
      if (line.startsWith(COMMIT)) {
        samples.commit = line.substring(tab + 1);
        continue;
      }
      samples.add(line.substring(0, tab), Double.parseDouble(line.substring(tab + 1)));
    }
    return samples;
  }

  /** The commit at which the first of these values was measured. */
  String commit() {
    return commit;
  }

  void add(String name, double value) {
    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  List<Double> of(String name) {
    return values.getOrDefault(name, List.of());
  }

  void write() throws IOException {
    StringBuilder text = new StringBuilder(COMMIT + commit + "\n");
    values.forEach(
        (name, all) -> all.forEach(v -> text.append(name).append('\t').append(v).append('\n')));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }
}
