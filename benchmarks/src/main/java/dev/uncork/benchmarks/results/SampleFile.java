package dev.uncork.benchmarks.results;

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
public final class SampleFile {
  private static final String COMMIT = "#commit\t";

  private final Path file;
  private String commit = Machine.commit();
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  private SampleFile(Path file) {
    this.file = file;
  }

  /** No values yet; {@link #write} makes the file. */
  public static SampleFile empty(Path file) {
    return new SampleFile(file);
  }

  /** What a file holds. */
  public static SampleFile read(Path file) throws IOException {
    SampleFile samples = new SampleFile(file);
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
  public String commit() {
    return commit;
  }

  /** Adds a value of a case. */
  public void add(String name, double value) {
    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  /** Forgets the cases whose names start so. */
  public void remove(String start) {
    values.keySet().removeIf(name -> name.startsWith(start));
  }

  /** The values of a case, oldest first; empty when there are none. */
  public List<Double> of(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Keeps the values in the file. */
  public void write() throws IOException {
    StringBuilder text = new StringBuilder(COMMIT + commit + "\n");
    values.forEach(
        (name, all) -> all.forEach(v -> text.append(name).append('\t').append(v).append('\n')));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }
}
