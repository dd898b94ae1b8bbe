package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.OneLine;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the remedy adds to the start of a program that prints one line and ends. */
final class StartPart implements Part {
  private static final int STARTS = 5;
  private static final String FIGURE = "startup";
  private static final String RESERVATION = "startup-seconds";
  private static final String OBSERVATION = "startup-of-observation-seconds";
  private static final String COMMAND = "startup-of-command-seconds";
  private static final String PLAIN = "java";
  private static final String OBSERVED = "run";
  private static final String RESERVED = "reserve";
  private static final String PATCHED = "patched";

  @Override
  public String name() {
    return "starts";
  }

  @Override
  public List<String> figures() {
    return List.of(RESERVATION, OBSERVATION, COMMAND);
  }

  @Override
  public void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(PLAIN, ways.stock());
    commands.put(OBSERVED, ways.uncork(""));
    commands.put(RESERVED, ways.uncork(Ways.LOADED_LATER));
    commands.put(PATCHED, ways.uncork(Ways.PATCHED));
    for (List<String> command : commands.values()) {
      Ways.output(command, OneLine.class); // The first start rewrites the JDK's classes.
    }
    for (int i = 0; i < STARTS; i++) {
      for (Map.Entry<String, List<String>> command : commands.entrySet()) {
        long begin = System.nanoTime();
        String printed = Ways.output(command.getValue(), OneLine.class);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double main = Ways.figures(printed).getOrDefault("main-after-seconds", 0.0);
        samples.add(Part.key(FIGURE, command.getKey(), ways.major()), seconds);
        samples.add(Part.key("main", command.getKey(), ways.major()), main);
      }
    }
  }

  @Override
  public void report(String major, SampleFile samples, ResultFile result) {
    result.add(
        RESERVATION + "-" + major,
        "s",
        differences(samples, "main", RESERVED, OBSERVED, major),
        Map.of("patched java.base", differences(samples, "main", PATCHED, OBSERVED, major)),
        "from the start of the JVM to the program's main, more than under uncork run without the"
            + " remedy; to reach: at most 0.1");
    result.add(
        OBSERVATION + "-" + major,
        "s",
        differences(samples, "main", OBSERVED, PLAIN, major),
        Map.of(),
        "the same for uncork run without a remedy, more than without any agent");
    result.add(
        COMMAND + "-" + major,
        "s",
        samples.of(Part.key(FIGURE, RESERVED, major)),
        Map.of("java alone", samples.of(Part.key(FIGURE, PLAIN, major))),
        "the whole command, with the command line's own JVM and the report");
  }

  private static List<Double> differences(
      SampleFile samples, String figure, String way, String base, String major) {
    return Pairs.differences(
        samples.of(Part.key(figure, way, major)), samples.of(Part.key(figure, base, major)));
  }
}
