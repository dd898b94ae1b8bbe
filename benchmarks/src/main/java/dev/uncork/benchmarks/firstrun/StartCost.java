package dev.uncork.benchmarks.firstrun;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What it costs to start: commands in turn with java alone, by the clock and in CPU time. */
final class StartCost {
  private static final String HELLO =
      "public class Hello { public static void main(String[] a) throws Exception {"
          + " Thread.sleep(a.length == 0 ? 0 : 3000); System.out.println(); } }";
  private static final String HELLO_RUN = "java -cp . Hello";

  /** How often the recording of an hour is reported: 500 threads, 2,000 contended locks. */
  private static final int REPORTS = 5;

  /** Below this no command can come that lets JFR record the program from its start on. */
  private static final String HELLO_WITH_JFR =
      "java -XX:StartFlightRecording=filename=jfr.jfr,settings=none -cp . Hello";

  private final Path home;
  private final Path directory;
  private final ResultFile result;

  /** Of an installation, in a directory of its own. */
  StartCost(Path home, Path directory, ResultFile result) {
    this.home = home;
    this.directory = directory;
    this.result = result;
  }

  private record Cost(double seconds, double cpuSeconds) {}

  /**
   * A command.
   *
   * @param goal seconds to reach by the clock; {@code cpuGoal} in CPU time; 0: none
   */
  private record Command(String name, String line, double goal, double cpuGoal) {}

  void measure(int rounds) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("Hello.java"), HELLO);
    run("javac Hello.java");
    String uncork = "'" + home.resolve("bin/uncork") + "'";
    run("UNCORK_SHARE_CLASSES=now " + uncork + " --version");
    measure(
        rounds,
        uncork,
        new Command("start-java", HELLO_RUN, 0, 0),
        new Command("start-java-with-jfr", HELLO_WITH_JFR, 0, 0),
        new Command("start-help", uncork + " --help", 0.15, 0),
        new Command("start-version", uncork + " --version", 0, 0),
        new Command("start-run", uncork + " run -q --out a.jfr -- " + HELLO_RUN, 0.3, 0.4));
    LongRecording.write(directory.resolve("hour.jfr"));
    measure(REPORTS, uncork, new Command("report-hour", uncork + " report hour.jfr", 3, 0));
    memory(uncork);
  }

  private void measure(int rounds, String uncork, Command... commands)
      throws IOException, InterruptedException {
    List<List<Cost>> costs =
        Stream.of(commands).map(any -> (List<Cost>) new ArrayList<Cost>()).toList();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < commands.length; i++) {
        costs.get(i).add(run(commands[i].line));
      }
    }
    for (int i = 0; i < commands.length; i++) {
      Command command = commands[i];
      add(
          command.name + "-seconds",
          costs.get(i).stream().map(Cost::seconds),
          command.line.replace(uncork, "uncork") + toReach(command.goal));
      add(
          command.name + "-cpu-seconds",
          costs.get(i).stream().map(Cost::cpuSeconds),
          "the same in CPU time of all its processes" + toReach(command.cpuGoal));
    }
  }

  private static String toReach(double goal) {
    return goal > 0 ? "; to reach: at most " + goal : "";
  }

  /** Of the process that waits for the program: the launcher becomes it. */
  private void memory(String uncork) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "bash", "-c", "exec " + uncork + " run -q --out b.jfr -- " + HELLO_RUN + " nap")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("memory.log").toFile())
            .start();
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    double peakMegabytes = 0;
    while (process.isAlive()) {
      for (String line : Files.exists(status) ? Files.readAllLines(status) : List.<String>of()) {
        if (line.startsWith("VmHWM:")) {
          peakMegabytes = Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
        }
      }
      Thread.sleep(50);
    }
    result.add(
        "memory-beside-program-mebibytes",
        "MiB",
        Spread.exactly(peakMegabytes, 1),
        Map.of(),
        "peak resident memory of uncork run while it waits for the program; to reach: 60");
    System.out.printf(Locale.ROOT, "%-32s %6.1f MiB%n", "memory beside the program", peakMegabytes);
  }

  private void add(String name, Stream<Double> values, String note) {
    Spread spread = Spread.of(values.toList());
    System.out.printf(
        Locale.ROOT,
        "%-32s %6.3f s (%.3f to %.3f)%n",
        name,
        spread.median(),
        spread.min(),
        spread.max());
    result.add(name, "s", spread, Map.of(), note);
  }

  private Cost run(String command) throws IOException, InterruptedException {
    Path log = directory.resolve("log.txt");
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "TIMEFORMAT='%R %U %S'; time { " + command + " >/dev/null 2>&1 </dev/null; }")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int exitCode = process.waitFor();
    String text = Files.readString(log, StandardCharsets.UTF_8).strip();
    if (exitCode != 0) {
      throw new IllegalStateException(command + " ended with " + exitCode + ": " + text);
    }
    String[] times = text.split(" ");
    return new Cost(
        Double.parseDouble(times[0]), Double.parseDouble(times[1]) + Double.parseDouble(times[2]));
  }
}
