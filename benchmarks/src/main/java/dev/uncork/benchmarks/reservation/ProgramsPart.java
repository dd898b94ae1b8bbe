package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.SingleThreaded;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Whole single-threaded programs with and without reservation; their results must be the same. */
final class ProgramsPart implements Part {
  private static final String SECONDS = "3";

  /** It still gets faster at its 20th run. */
  private static final String SECONDS_OF_JAVAC = "20";

  private static final Map<String, String> ABOUT =
      Map.of(
          "compress", "LZW through streams, byte by byte",
          "parse", "PushbackReader, Vector, Hashtable, StringBuffer",
          "database", "addresses in Vectors of Vectors and a Hashtable",
          "javac", "the JDK's compiler, from memory to memory",
          "text", "text processing with StringBuffer");

  @Override
  public String name() {
    return "programs";
  }

  @Override
  public List<String> figures() {
    return SingleThreaded.PROGRAMS.keySet().stream().map(p -> "program-" + p + "-ms").toList();
  }

  @Override
  public void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException {
    for (String program : SingleThreaded.PROGRAMS.keySet()) {
      Double known = null;
      for (Map.Entry<String, List<String>> way : ways.all().entrySet()) {
        Map<String, Double> figures =
            Ways.figures(
                Ways.output(way.getValue(), SingleThreaded.class, program, seconds(program)));
        Double checksum = figures.get("checksum");
        Double millis = figures.get("millis");
        if (checksum == null || millis == null || (known != null && !known.equals(checksum))) {
          throw new IOException(
              program + ", " + way.getKey() + ": checksum " + checksum + "; expected " + known);
        }
        known = checksum;
        samples.add(Part.key("program-" + program, way.getKey(), ways.major()), millis);
      }
    }
  }

  private static String seconds(String program) {
    return program.equals("javac") ? SECONDS_OF_JAVAC : SECONDS;
  }

  @Override
  public void report(String major, SampleFile samples, ResultFile result) {
    for (String program : SingleThreaded.PROGRAMS.keySet()) {
      String figure = "program-" + program;
      List<Double> ours = samples.of(Part.key(figure, Ways.UNCORK, major));
      if (!ours.isEmpty()) {
        result.add(
            figure + "-ms-" + major,
            "ms",
            Spread.of(ours),
            Part.spreads(samples, figure, major, List.of(Ways.STOCK, Ways.BIASED)),
            "per run, one thread: " + ABOUT.get(program));
      }
    }
  }
}
