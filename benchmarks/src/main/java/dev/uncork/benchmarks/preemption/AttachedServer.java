package dev.uncork.benchmarks.preemption;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The HTTP server in one JVM that Uncork is attached to for some time and then not: alone, with the
 * remedy, alone, observed, alone. What differs from one JVM to the next, or from one boot of the
 * guest to the next, drops out, and so does what changes steadily.
 */
final class AttachedServer {
  private static final String KIND = HttpServer.KIND + "attached-";

  /** The figure of requests under observation alone, by those with nothing. */
  static final String OBSERVING = "observing-ratio";

  /** Begins the line that says of what the seconds from there on are. */
  private static final String COUNTED = "counted: ";

  private static final String ENDED = "nothing";

  private static final int COUNTED_SECONDS = 30;

  /** Before the first count, and after Uncork has gone. */
  private static final int SETTLE_SECONDS = 30;

  /**
   * Until a trial is over and the JVM's compilers are at rest, as long as in the server's cells.
   */
  private static final int REMEDY_SECONDS = 120;

  /** Until the JVM's compilers are done with what is rewritten. */
  private static final int OBSERVING_SECONDS = 60;

  /** By which an attachment is longer than it must be, where processes start at once. */
  private static final int SLACK_SECONDS = 5;

  /** For starts and ends of attachments: the server must not be over before. */
  private static final int SERVER_SLACK_SECONDS = 60;

  /** Its arguments are the command line of the server. */
  private static final String SCRIPT =
      String.join(
          "\n",
          "\"$@\" & server=$!",
          "count() { echo '" + COUNTED + "'\"$1\"; sleep " + COUNTED_SECONDS,
          "  echo '" + COUNTED + ENDED + "'; }",
          "alone() { sleep " + SETTLE_SECONDS + "; count '" + Setting.STOCK + "'; }",
          "attached() { way=$1; settle=$2; shift 2",
          "  " + String.join(" ", Setting.attached()) + " \"$@\" $server & session=$!",
          "  sleep $settle; count \"$way\"; wait $session; }",
          "alone",
          attached(Setting.REMEDIED, REMEDY_SECONDS, "--remedy nopreempt"),
          "alone",
          attached(Setting.OBSERVED, OBSERVING_SECONDS, ""),
          "alone",
          "wait $server");

  private AttachedServer() {}

  private static String attached(String way, int settleSeconds, String options) {
    int seconds = settleSeconds + COUNTED_SECONDS + SLACK_SECONDS;
    return "attached '" + way + "' " + settleSeconds + " --for " + seconds + "s " + options;
  }

  private static int seconds() {
    int alone = 3 * (SETTLE_SECONDS + COUNTED_SECONDS);
    int attached = REMEDY_SECONDS + OBSERVING_SECONDS + 2 * (COUNTED_SECONDS + SLACK_SECONDS);
    return alone + attached + SERVER_SLACK_SECONDS;
  }

  /** One run; otherwise as {@link HttpServer#measure}. */
  static HttpServer.Run measure(
      Setting setting, String java, int cpus, String threads, String jdk, Cells cells)
      throws IOException, InterruptedException {
    String cell = setting.prefix() + KIND + jdk + "-" + cpus + "cpu-" + threads + "t";
    List<String> command = new ArrayList<>(setting.on(cpus));
    command.addAll(List.of("bash", "-c", SCRIPT, "attached"));
    command.addAll(HttpServer.program(setting, java, threads, seconds()));
    String text = PreemptionBenchmark.output(command, true);
    Map<String, List<Double>> counted = counted(text);
    List<Double> alone = counted.getOrDefault(Setting.STOCK, List.of());
    List<Double> remedied = counted.getOrDefault(Setting.REMEDIED, List.of());
    List<Double> observed = counted.getOrDefault(Setting.OBSERVED, List.of());
    if (alone.size() != 3
        || remedied.size() != 1
        || observed.size() != 1
        || !text.contains("OK: ")) {
      throw new IOException("no right figures of " + String.join(" ", command) + ": " + text);
    }
    double around = (alone.get(0) + alone.get(1)) / 2;
    cells.add(cell, Setting.STOCK, "throughput", around);
    cells.add(cell, Setting.REMEDIED, "throughput", remedied.get(0));
    cells.add(cell, Setting.OBSERVED, "throughput", observed.get(0));
    cells.add(
        cell, Setting.OBSERVED, OBSERVING, observed.get(0) * 2 / (alone.get(1) + alone.get(2)));
    System.out.println(cell + ": requests/s " + counted);
    return new HttpServer.Run(cell, text);
  }

  /** The mean of each stretch of seconds that counts, by its way. */
  static Map<String, List<Double>> counted(String text) {
    Map<String, List<Double>> means = new LinkedHashMap<>();
    String way = ENDED;
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (!line.startsWith(COUNTED)) {
        lines.add(line);
        continue;
      }
      if (!way.equals(ENDED)) {
        double mean =
            HttpServer.rates(String.join("\n", lines)).stream()
                .mapToDouble(rate -> rate)
                .average()
                .orElse(0);
        means.computeIfAbsent(way, w -> new ArrayList<>()).add(mean);
      }
      way = line.substring(COUNTED.length());
      lines.clear();
    }
    return means;
  }

  /** Whether a cell is of this kind. */
  static boolean has(String cell) {
    return cell.contains(KIND);
  }
}
