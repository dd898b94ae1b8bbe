package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of the benchmark that can be run on its own. Files are named {@code FIGURE/WAY-JDK}. */
interface Part {
  /** Name for {@code --only}. */
  String name();

  /** Names of its figures, without the JDK. */
  List<String> figures();

  /** Runs every way once. */
  void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException;

  /** Adds the figures of one JDK, as far as there are samples. */
  void report(String major, SampleFile samples, ResultFile result);

  /** The samples of a figure in some ways, without those that were not measured. */
  static Map<String, Spread> spreads(
      SampleFile samples, String figure, String major, List<String> ways) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    for (String way : ways) {
      List<Double> values = samples.of(key(figure, way, major));
      if (!values.isEmpty()) {
        spreads.put(way + "-" + major, Spread.of(values));
      }
    }
    return spreads;
  }

  /** The name of a sample. */
  static String key(String figure, String way, String major) {
    return figure + "/" + way + "-" + major;
  }
}
