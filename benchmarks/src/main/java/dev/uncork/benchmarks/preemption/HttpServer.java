package dev.uncork.benchmarks.preemption;

import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTTP server, in the lab's guest or on this machine's kernel, with its load generator in the
 * same JVM: as many threads that serve as connections, each of which takes three locks.
 */
final class HttpServer {
  private static final Pattern RATE = Pattern.compile("^requests/sec: (\\d+)", Pattern.MULTILINE);
  private static final Pattern LATENCY = Pattern.compile("median (\\d+) us.* 99% (\\d+) us");

  /** The remedy finds its lock meanwhile, and tries longer slices twice, a minute apart. */
  private static final int SETTLE_SECONDS = 120;

  private static final int COUNTED_SECONDS = 30;

  /**
   * In the guest, where Java is some 20 times slower, C2 is at work for longer than anybody wants
   * to wait, for the longer the more code there is; C1 is done in time.
   */
  private static final String DONE_IN_TIME = "-XX:TieredStopAtLevel=1";

  private static final String BASELINE = "monitor";

  /** Options of {@code uncork run} by way; the baseline runs without it. */
  static final Map<String, List<String>> WAYS = new LinkedHashMap<>();

  static {
    WAYS.put(Setting.REMEDIED, List.of("--remedy", "nopreempt"));
    WAYS.put(BASELINE, List.of());
    WAYS.put(Setting.OBSERVED, List.of());
    WAYS.put("tick", List.of("--remedy", "tick=dev.uncork.workloads.http.*"));
  }

  private final Map<String, Map<String, List<Double>>> rates = new LinkedHashMap<>();
  private final Map<String, Map<String, List<Double>>> latencies = new LinkedHashMap<>();
  private final Map<String, List<String>> outcomes = new LinkedHashMap<>();

  /**
   * One run.
   *
   * @param setting the kernel that it runs on
   * @param threads that serve, and connections
   * @param way which of {@link #WAYS}
   */
  void measure(Setting setting, String java, int cpus, String threads, String jdk, String way)
      throws IOException, InterruptedException {
    String cell = setting.prefix() + "http-" + jdk + "-" + cpus + "cpu-" + threads + "t";
    List<String> command = new ArrayList<>(setting.on(cpus));
    if (!way.equals(BASELINE)) {
      command.addAll(Setting.observed());
      command.addAll(WAYS.getOrDefault(way, List.of()));
      command.add("--");
    }
    command.addAll(List.of(java, "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(setting.guest() ? List.of(DONE_IN_TIME) : List.of());
    command.addAll(List.of("-cp", Setting.classPath() + ":" + SingleThread.WORKLOADS));
    command.addAll(List.of(Setting.PROGRAM + ".Accounted", "http"));
    command.addAll(List.of("--server-threads", threads, "--connections", threads));
    command.addAll(List.of("--seconds", "" + (SETTLE_SECONDS + COUNTED_SECONDS)));
    String text = PreemptionBenchmark.output(command, true);
    List<Double> seconds = new ArrayList<>();
    for (Matcher rate = RATE.matcher(text); rate.find(); ) {
      seconds.add(Double.parseDouble(rate.group(1)));
    }
    Matcher latency = LATENCY.matcher(text);
    if (seconds.size() < COUNTED_SECONDS || !text.contains("OK: ") || !latency.find()) {
      throw new IOException("no right figures of " + String.join(" ", command) + ": " + text);
    }
    List<Double> last = seconds.subList(seconds.size() - COUNTED_SECONDS, seconds.size());
    double rate = last.stream().mapToDouble(r -> r).average().orElse(0);
    System.out.println(cell + ", " + way + ": " + rate + " requests/s");
    text.lines().filter(line -> line.contains("others had: ")).forEach(System.out::println);
    add(rates, cell, way, rate);
    add(latencies, cell, way, Double.parseDouble(latency.group(2)));
    if (way.equals(Setting.REMEDIED)) {
      outcomes.computeIfAbsent(cell, c -> new ArrayList<>()).add(PreemptionBenchmark.outcome(text));
    }
  }

  private static void add(
      Map<String, Map<String, List<Double>>> figures, String cell, String way, double value) {
    figures
        .computeIfAbsent(cell, c -> new LinkedHashMap<>())
        .computeIfAbsent(way, w -> new ArrayList<>())
        .add(value);
  }

  void write(ResultFile result) {
    rates.forEach(
        (cell, ways) -> {
          List<Double> ours = ways.getOrDefault(Setting.REMEDIED, List.of());
          result.add(
              "throughput-ratio-" + cell,
              "ratio",
              Pairs.ratios(ours, ways.getOrDefault(BASELINE, List.of())),
              Map.of(),
              Setting.REMEDIED + " to monitor, requests a second; to reach: at least 1.00");
          result.add(
              "throughput-" + cell,
              "1/s",
              ours,
              others(ways),
              "requests of all connections in the last "
                  + COUNTED_SECONDS
                  + " s; the remedy: "
                  + String.join("; then: ", outcomes.getOrDefault(cell, List.of())));
        });
    latencies.forEach(
        (cell, ways) ->
            result.add(
                "latency-99-" + cell,
                "us",
                ways.getOrDefault(Setting.REMEDIED, List.of()),
                others(ways),
                "99 % of the requests of the whole run were answered within it"));
  }

  private static Map<String, List<Double>> others(Map<String, List<Double>> ways) {
    Map<String, List<Double>> others = new LinkedHashMap<>(ways);
    others.remove(Setting.REMEDIED);
    return others;
  }
}
