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

  void measure(int rounds) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("Hello.java"), HELLO);
    run("javac Hello.java");
    String uncork = "'" + home.resolve("bin/uncork") + "'";
    run("UNCORK_SHARE_CLASSES=now " + uncork + " --version");
    List<String> names = List.of("java", "java-with-jfr", "help", "version", "run");
    List<String> commands =
        List.of(
            HELLO_RUN,
            HELLO_WITH_JFR,
            uncork + " --help",
            uncork + " --version",
            uncork + " run -q --out a.jfr -- " + HELLO_RUN);
    List<List<Cost>> costs = new ArrayList<>();
    commands.forEach(command -> costs.add(new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < commands.size(); i++) {
        costs.get(i).add(run(commands.get(i)));
      }
    }
    for (int i = 0; i < commands.size(); i++) {
      String note = commands.get(i).replace(uncork, "uncork");
      add("start-" + names.get(i) + "-seconds", costs.get(i).stream().map(Cost::seconds), note);
      add(
          "start-" + names.get(i) + "-cpu-seconds",
          costs.get(i).stream().map(Cost::cpuSeconds),
          "the same in CPU time of all its processes");
    }
    memory(uncork);
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
