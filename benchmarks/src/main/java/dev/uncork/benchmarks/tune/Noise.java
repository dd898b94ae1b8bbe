package dev.uncork.benchmarks.tune;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.benchmarks.results.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Throughput of runs of one program after the other, nothing changed between them: what a machine
 * does to a measurement.
 */
record Noise(String machine, Map<String, List<Double>> series) {
  static Noise read(Path file) throws IOException {
    return new ObjectMapper().readValue(file.toFile(), Noise.class);
  }

  /** Runs each program again and again, and adds a series for it. */
  static void record(Path file, String suffix, int runs, Map<String, Program> programs)
      throws IOException, InterruptedException {
    Map<String, List<Double>> series =
        file.toFile().exists() ? new LinkedHashMap<>(read(file).series()) : new LinkedHashMap<>();
    for (Map.Entry<String, Program> program : programs.entrySet()) {
      List<Double> rates = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        rates.add(program.getValue().rate(Way.start(program.getValue()), ""));
      }
      series.put(program.getKey() + suffix, rates);
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(file.toFile(), new Noise(Machine.description(), series));
    }
  }
}
