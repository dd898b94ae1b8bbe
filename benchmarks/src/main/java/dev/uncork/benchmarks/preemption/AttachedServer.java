package dev.uncork.benchmarks.preemption;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The HTTP server in one JVM to which the remedy is attached for some time and then not: without,
 * with, without, with, without. What differs from one JVM to the next, or from one boot of the
 * guest to the next, drops out, and so does what changes steadily.
 */
final class AttachedServer {
  private static final String KIND = HttpServer.KIND + "attached-";

  /** Begins the line that says of what the seconds from there on are. */
  private static final String COUNTED = "counted: ";

  private static final String NOTHING = "nothing";

  private static final int TIMES = 2;

  private static final int COUNTED_SECONDS = 30;

  /** What may be missing of them at the ends. */
  private static final int MISSING_SECONDS = 2;

  /** Before the first count, and after Uncork has gone. */
  private static final int SETTLE_SECONDS = 30;

  /** Until the trial is over and the compilers are at rest; in the guest it begins after 40 s. */
  private static final int TRIAL_SECONDS = 120;

  private static final int ATTACHED_SECONDS = TRIAL_SECONDS + COUNTED_SECONDS + 5;

  /** What an attachment takes in the guest to begin, and to write what it recorded at the end. */
  private static final int SLACK_SECONDS = 120;

  private static final int SECONDS =
      (TIMES + 1) * (SETTLE_SECONDS + COUNTED_SECONDS) + TIMES * (ATTACHED_SECONDS + SLACK_SECONDS);

  /** Its arguments are the command line of the server. */
  private static final String SCRIPT =
      String.join(
          "\n",
          "\"$@\" & server=$!",
          "count() { echo \"" + COUNTED + "$1\"; sleep " + COUNTED_SECONDS,
          "  echo '" + COUNTED + NOTHING + "'; }",
          "alone() { sleep " + SETTLE_SECONDS + "; count '" + Setting.STOCK + "'; }",
          "alone",
          "for i in $(seq " + TIMES + "); do",
          "  " + String.join(" ", attached()) + " $server & session=$!",
          "  sleep " + TRIAL_SECONDS + "; count '" + Setting.REMEDIED + "'; wait $session",
          "  alone",
          "done",
          "wait $server");

  private AttachedServer() {}

  private static List<String> attached() {
    List<String> command = new ArrayList<>(Setting.attached());
    command.addAll(List.of("--remedy", "nopreempt", "--for", ATTACHED_SECONDS + "s"));
    return command;
  }

  /** Whether a cell is of this kind. */
  static boolean has(String cell) {
    return cell.contains(KIND);
  }

  /** One run; otherwise as {@link HttpServer#measure}. */
  static HttpServer.Run measure(
      Setting setting, String java, int cpus, String threads, String jdk, CellFigures cells)
      throws IOException, InterruptedException {
    String cell = HttpServer.cell(setting, KIND, jdk, cpus, threads);
    List<String> command = new ArrayList<>(setting.on(cpus));
    command.addAll(List.of("bash", "-c", SCRIPT, "attached"));
    command.addAll(HttpServer.program(setting, java, threads, SECONDS));
    String text = PreemptionBenchmark.output(command, true);
    Map<String, List<Double>> counted = counted(text);
    List<Double> with = counted.getOrDefault(Setting.REMEDIED, List.of());
    List<Double> without = counted.getOrDefault(Setting.STOCK, List.of());
    if (with.size() != TIMES || without.size() != TIMES + 1 || !text.contains("OK: ")) {
      throw new IOException("no right figures of " + String.join(" ", command) + ": " + text);
    }
    System.out.println(cell + ": with " + with + ", without " + without + " requests/s");
    for (int i = 0; i < TIMES; i++) {
      cells.add(cell, Setting.REMEDIED, "throughput", with.get(i));
      double around = (without.get(i) + without.get(i + 1)) / 2;
      cells.add(cell, Setting.STOCK, "throughput", around);
    }
    return new HttpServer.Run(cell, text);
  }

  /** The mean of each stretch of seconds that counts and is whole, by its way. */
  static Map<String, List<Double>> counted(String text) {
    Map<String, List<Double>> means = new LinkedHashMap<>();
    String way = NOTHING;
    List<Double> rates = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (!line.startsWith(COUNTED)) {
        rates.addAll(HttpServer.rates(line));
        continue;
      }
      if (!way.equals(NOTHING) && rates.size() >= COUNTED_SECONDS - MISSING_SECONDS) {
        double mean = rates.stream().mapToDouble(rate -> rate).average().orElse(0);
        means.computeIfAbsent(way, w -> new ArrayList<>()).add(mean);
      }
      way = line.substring(COUNTED.length());
      rates.clear();
    }
    return means;
  }
}
