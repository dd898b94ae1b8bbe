package dev.uncork.benchmarks.preemption;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares locks with more threads than processors.
 *
 * <p>Run by {@code ./bench tick-lock} and {@code ./bench nopreempt}; arguments after the name of
 * the setting: {@code --rounds N --cpus N --threads N,N --holds NANOS,NANOS --millis N --java JAVA
 * --out FILE}. In each round every lock runs once, in a JVM of its own. Figures of other cells that
 * the file has are kept, so that it can be measured in pieces.
 */
public final class PreemptionBenchmark {
  private final Setting setting;
  private final Cells cells = new Cells();
  private final List<String> remarks = new ArrayList<>();
  private int rounds = 3;
  private List<Integer> cpus = List.of(1, 2);
  private String threads = "2,8,64";
  private String holds = "1000,20000";
  private String millis = "1000";
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private String part = "";
  private Path out;

  private PreemptionBenchmark(Setting setting) {
    this.setting = setting;
    this.out = Path.of("docs", "results", setting.name() + ".json");
  }

  public static void main(String[] args) throws Exception {
    Setting setting =
        args.length > 0 && args[0].equals(Setting.NO_PREEMPT.name())
            ? Setting.NO_PREEMPT
            : Setting.TICK_LOCK;
    PreemptionBenchmark benchmark = new PreemptionBenchmark(setting);
    for (int i = 1; i + 1 < args.length; i += 2) {
      benchmark.option(args[i], args[i + 1]);
    }
    benchmark.run();
  }

  private void option(String name, String value) {
    switch (name) {
      case "--rounds" -> rounds = Integer.parseInt(value);
      case "--cpus" -> cpus = List.of(Integer.parseInt(value));
      case "--threads" -> threads = value;
      case "--holds" -> holds = value;
      case "--millis" -> millis = value;
      case "--java" -> java = value;
      case "--part" -> part = value;
      case "--out" -> out = Path.of(value);
      default ->
          throw new IllegalArgumentException(
              "argument '"
                  + name
                  + "': expected --rounds, --cpus, --threads, --holds, --millis, --part, --java or --out");
    }
  }

  private void run() throws IOException, InterruptedException {
    String jdk = output(List.of(java, "-version"), true).lines().findFirst().orElse("unknown");
    String major = jdk.replaceAll(".*?\"(\\d+).*", "$1");
    if (part.equals("single")) {
      single(jdk, major);
      return;
    }
    for (int round = 1; round <= rounds; round++) {
      for (int count : cpus) {
        for (String way : setting.ways()) {
          System.out.println("round " + round + ", " + count + " CPU: " + way);
          List<String> command = setting.command(way, count, java, List.of(threads, holds, millis));
          String text = output(command, way.equals("tnp"));
          text.lines().filter(line -> line.contains("nopreempt: ")).forEach(System.out::println);
          String kind = "jdk" + major + "-" + count + "cpu-";
          if (cells.take(kind, way, text) == 0) {
            throw new IOException("no figures in the output of " + String.join(" ", command));
          }
          text.lines()
              .filter(line -> line.contains("slices extended"))
              .map(line -> count + " CPU: " + line.replaceFirst(".*nopreempt: ", ""))
              .forEach(remarks::add);
        }
      }
    }
    write(jdk);
  }

  private void single(String jdk, String major) throws IOException, InterruptedException {
    SingleThread single = new SingleThread();
    for (int round = 1; round <= rounds; round++) {
      single.measure(java);
    }
    ResultFile result = new ResultFile("./bench " + setting.name(), jdk);
    single.write(result, "jdk" + major);
    result.write(out, true);
  }

  static String output(List<String> command, boolean errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(errors);
    if (!errors) {
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    }
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with exit code " + exitCode + ": " + text);
    }
    return text;
  }

  private void write(String jdk) throws IOException {
    ResultFile result = new ResultFile("./bench " + setting.name(), jdk);
    if (!remarks.isEmpty()) {
      result.remark("Granted in the last rounds: " + String.join("; ", remarks) + ".");
    }
    for (String cell : cells.names()) {
      ratios(result, cell);
      for (String figure :
          List.of(
              "throughput",
              "holder-preemptions",
              "jain",
              "dispersion",
              "wait-deviation-us",
              "switches-per-tick")) {
        figure(result, cell, figure);
      }
    }
    result.write(out, true);
  }

  private void ratios(ResultFile result, String cell) {
    String ours = setting.ways().get(0);
    String baseline = setting.baseline();
    add(
        result,
        "throughput-ratio-" + cell,
        cells.ratios(cell, ours, baseline, "throughput", ""),
        String.format(
            Locale.ROOT,
            "%s to %s, sections a second; to reach: at least %.2f",
            ours,
            baseline,
            setting.leastThroughput()));
    add(
        result,
        "contended-ratio-" + cell,
        cells.ratios(cell, ours, baseline, "contended", "throughput"),
        ours + " to " + baseline + ", share of the acquires that took 20 us or more");
    if (!setting.guest()) {
      add(
          result,
          "dispersion-ratio-" + cell,
          cells.ratios(cell, ours, "fair", "dispersion", ""),
          ours + " to fair; to reach: at most 2");
    }
  }

  private static void add(ResultFile result, String name, List<Double> values, String note) {
    if (!values.isEmpty()) {
      result.add(name, "ratio", Spread.of(values), Map.of(), note);
    }
  }

  private void figure(ResultFile result, String cell, String figure) {
    String ours = setting.ways().get(0);
    List<Double> own = cells.values(cell, ours, figure);
    if (own.isEmpty()) {
      return;
    }
    Map<String, Spread> against = new LinkedHashMap<>();
    for (String other : setting.ways().subList(1, setting.ways().size())) {
      List<Double> values = cells.values(cell, other, figure);
      if (!values.isEmpty()) {
        against.put(other, Spread.of(values));
      }
    }
    String note =
        switch (figure) {
          case "throughput" -> "sections of all threads";
          case "holder-preemptions" -> "sections that took 0.5 ms longer than their work";
          case "jain" -> "by sections of each thread" + (setting.guest() ? goal(0.99) : "");
          case "dispersion" ->
              "standard deviation of the shared counter's steps between two sections of a thread;"
                  + " with one switch a tick of 4 ms it would be "
                  + Math.round(Spread.of(cells.values(cell, ours, "ideal")).median());
          case "wait-deviation-us" -> "standard deviation of the time waited for the lock";
          default -> "context switches of the threads in 4 ms";
        };
    result.add(figure + "-" + cell, unit(figure), Spread.of(own), against, note);
  }

  private static String goal(double least) {
    return "; to reach: at least " + least;
  }

  private static String unit(String figure) {
    return switch (figure) {
      case "throughput", "holder-preemptions" -> "1/s";
      case "wait-deviation-us" -> "us";
      default -> "";
    };
  }
}
