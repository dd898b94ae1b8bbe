package dev.uncork.benchmarks.preemption;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTTP server, in the lab's guest or on this machine's kernel, with its load generator in the
 * same JVM: as many threads that serve as connections, each of which takes three locks. The figures
 * of sections are those of the access log's, which is held longest.
 */
final class HttpServer {
  static final String KIND = "http-";
  private static final Pattern RATE = Pattern.compile("^requests/sec: (\\d+)", Pattern.MULTILINE);
  private static final Pattern SWITCHES = Pattern.compile("switches in 4 ms: ([0-9.]+)");

  /** Names of figures by where the workload says them. */
  private static final Map<String, Pattern> SAID = new LinkedHashMap<>();

  /** The remedy finds its lock meanwhile, and tries longer slices twice, a minute apart. */
  private static final int SETTLE_SECONDS = 120;

  private static final int COUNTED_SECONDS = 30;

  /**
   * In the guest, where Java is some 20 times slower, C2 is at work for longer than anybody wants
   * to wait, for the longer the more code there is; C1 is done in time.
   */
  private static final String DONE_IN_TIME = "-XX:TieredStopAtLevel=1";

  /** What comes before the JVM's command line, and what after the workload's. */
  private record Way(boolean observed, List<String> remedy, List<String> arguments) {}

  static final Map<String, Way> WAYS = new LinkedHashMap<>();

  static {
    SAID.put("latency-99", Pattern.compile("median \\d+ us.* 99% (\\d+) us"));
    SAID.put("contended", Pattern.compile("lock: .* ([0-9.]+)/s contended"));
    SAID.put("holder-preemptions", Pattern.compile("lock: .* ([0-9.]+)/s holder preemptions"));
    SAID.put("jain", Pattern.compile("lock: .* Jain's index ([0-9.]+)"));
    SAID.put("dispersion", Pattern.compile("lock: .* dispersion ([0-9.]+)"));
    SAID.put("wait-deviation-us", Pattern.compile("lock: .* deviation of waiting ([0-9.]+)"));
    List<String> nothing = List.of();
    WAYS.put(Setting.REMEDIED, new Way(true, List.of("--remedy", "nopreempt"), nothing));
    WAYS.put(Setting.STOCK, new Way(false, nothing, nothing));
    WAYS.put(Setting.OBSERVED, new Way(true, nothing, nothing));
    WAYS.put(
        Setting.FAIR,
        new Way(
            false,
            nothing,
            List.of("--sessions", "fair", "--access-log", "fair", "--rate", "fair")));
    WAYS.put(
        Setting.TICK,
        new Way(true, List.of("--remedy", "tick=dev.uncork.workloads.http.*"), nothing));
  }

  private HttpServer() {}

  /** Whether a cell is one of the server's. */
  static boolean has(String cell) {
    return cell.contains(KIND);
  }

  /**
   * One run of each of some ways.
   *
   * @param setting the kernel that it runs on
   * @param threads that serve, and connections
   * @param ways some of {@link #WAYS}
   * @param cells where the runs' figures go
   * @return the cell's name, and what was printed, by way
   */
  static Map<String, Run> measure(
      Setting setting,
      String java,
      int cpus,
      String threads,
      String jdk,
      List<String> ways,
      CellFigures cells)
      throws IOException, InterruptedException {
    String cell = cell(setting, KIND, jdk, cpus, threads);
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String way : ways) {
      commands.put(way, command(setting, java, threads, Objects.requireNonNull(WAYS.get(way))));
    }
    Map<String, Run> runs = new LinkedHashMap<>();
    for (Map.Entry<String, String> run : OneGuest.run(setting.on(cpus), commands).entrySet()) {
      take(cell, run.getKey(), run.getValue(), cells);
      runs.put(run.getKey(), new Run(cell, run.getValue()));
    }
    return runs;
  }

  private static void take(String cell, String way, String text, CellFigures cells)
      throws IOException {
    List<Double> seconds = rates(text);
    List<Double> switches = all(SWITCHES, text);
    if (seconds.size() < COUNTED_SECONDS || switches.isEmpty() || !text.contains("OK: ")) {
      throw new IOException("no right figures of " + way + ": " + text);
    }
    List<Double> last = seconds.subList(seconds.size() - COUNTED_SECONDS, seconds.size());
    double rate = last.stream().mapToDouble(r -> r).average().orElse(0);
    cells.add(cell, way, "throughput", rate);
    cells.add(cell, way, "switches-per-tick", switches.get(switches.size() - 1));
    System.out.println(cell + ", " + way + ": " + rate + " requests/s");
    for (Map.Entry<String, Pattern> figure : SAID.entrySet()) {
      List<Double> said = all(figure.getValue(), text);
      if (said.isEmpty()) {
        throw new IOException("no " + figure.getKey() + " in the output of " + way + ": " + text);
      }
      double value = said.get(0);
      cells.add(cell, way, figure.getKey(), value);
      System.out.println("  " + figure.getKey() + " " + value);
    }
  }

  /** The name of a cell of one kind. */
  static String cell(Setting setting, String kind, String jdk, int cpus, String threads) {
    return setting.prefix() + kind + jdk + "-" + cpus + "cpu-" + threads + "t";
  }

  /** What a run in a cell printed. */
  record Run(String cell, String text) {}

  private static List<String> command(Setting setting, String java, String threads, Way way) {
    List<String> command = new ArrayList<>();
    if (way.observed()) {
      command.addAll(Setting.observed());
      command.addAll(way.remedy());
      command.add("--");
    }
    command.addAll(program(setting, java, threads, SETTLE_SECONDS + COUNTED_SECONDS));
    command.addAll(List.of("--warm-up", "" + SETTLE_SECONDS));
    command.addAll(way.arguments());
    return command;
  }

  /** The server's own command line, to which options may be added. */
  static List<String> program(Setting setting, String java, String threads, int seconds) {
    List<String> command = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(setting.guest() ? List.of(DONE_IN_TIME) : List.of());
    command.addAll(List.of("-cp", Setting.classPath()));
    command.addAll(List.of(Setting.PROGRAM + ".Accounted", "http"));
    command.addAll(List.of("--server-threads", threads, "--connections", threads));
    command.addAll(List.of("--seconds", "" + seconds));
    return command;
  }

  /** Requests of each second. */
  static List<Double> rates(String text) {
    return all(RATE, text);
  }

  private static List<Double> all(Pattern pattern, String text) {
    List<Double> all = new ArrayList<>();
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      all.add(Double.parseDouble(matcher.group(1)));
    }
    return all;
  }

  /** What a figure of a cell of the server's means. */
  static String note(String cell, String figure) {
    return switch (figure) {
      case "throughput" ->
          AttachedServer.has(cell)
              ? "requests of all connections, in one JVM; monitor: before and after tnp was attached"
              : "requests of all connections in the last " + COUNTED_SECONDS + " s";
      case "latency-99" -> "99 % of the requests were answered within it";
      case "contended" -> "sections of the access log whose thread waited 50 us or more";
      case "holder-preemptions" -> "sections of the access log that took over 0.5 ms";
      case "jain" -> "by sections of the threads that serve";
      case "dispersion" -> "standard deviation of the access log's lines between two of a thread";
      case "wait-deviation-us" -> "standard deviation of the time waited for the access log";
      default -> "context switches of the server's and the load's threads in 4 ms";
    };
  }
}
