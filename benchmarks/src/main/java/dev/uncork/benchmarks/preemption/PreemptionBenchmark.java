package dev.uncork.benchmarks.preemption;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares locks with more threads than processors.
 *
 * <p>Run by {@code ./bench tick-lock} and {@code ./bench nopreempt}. In each round every lock runs
 * once, in a JVM of its own.
 */
@Command(
    footer = {
      "",
      "Parts of nopreempt, in the lab's guest: single (programs of one thread), http (--threads: of",
      "the server), attached (the same, with Uncork for a while and without, in one JVM), in-turns",
      "(tnp and monitor in turns of seconds, for a machine that isn't steady; ten minutes a cell).",
      "Without the guest, by longer slices, on a quiet machine: this-kernel, http-this-kernel,",
      "attached-this-kernel, in-turns-this-kernel.",
      "Figures of other cells that the file has are kept, so that it can be measured in pieces; those",
      "of a cell that is measured are replaced, also by fewer ways."
    })
public final class PreemptionBenchmark implements Callable<Integer> {
  private Setting setting;
  private final CellFigures cells = new CellFigures();

  /** What the remedy said at the end, by cell. */
  private final Map<String, List<String>> outcomes = new LinkedHashMap<>();

  @Option(names = "--rounds", paramLabel = "N", description = "How often each lock runs.")
  private int rounds = 3;

  @Option(names = "--cpus", paramLabel = "N", description = "Processors.")
  private List<Integer> cpus = List.of(1, 2);

  @Option(names = "--threads", paramLabel = "N,N", description = "Of the program.")
  private String threads = "2,8,64";

  @Option(names = "--holds", paramLabel = "NANOS,NANOS", description = "How long a lock is held.")
  private String holds = "1000,20000";

  @Option(names = "--millis", paramLabel = "N", description = "Of one run with 16 threads.")
  private String millis = "1000";

  @Option(names = "--java", paramLabel = "JAVA", description = "That runs the program.")
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @Option(names = "--part", paramLabel = "PART", description = "One of those below.")
  private String part = "";

  @Option(
      names = "--ways",
      paramLabel = "WAY,WAY",
      split = ",",
      description =
          "Locks, such as tick, tnp, monitor, observed monitor, fair, tnp 50 us; all by default.")
  private List<String> chosen = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out;

  private PreemptionBenchmark(Setting setting) {
    this.setting = setting;
    this.out = Path.of("docs", "results", setting.name() + ".json");
  }

  /** Arguments: the name of the setting, and options. */
  public static void main(String[] args) {
    Setting setting =
        args.length > 0 && args[0].equals(Setting.NO_PREEMPT.name())
            ? Setting.NO_PREEMPT
            : Setting.TICK_LOCK;
    BenchCommand.run(
        args[0], new PreemptionBenchmark(setting), Arrays.copyOfRange(args, 1, args.length));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String jdk = output(List.of(java, "-version"), true).lines().findFirst().orElse("unknown");
    String major = jdk.replaceAll(".*?\"(\\d+).*", "$1");
    if (part.endsWith("this-kernel")) {
      setting = Setting.LONGER_SLICES;
    }
    SingleThread single = new SingleThread();
    for (int round = 1; round <= rounds; round++) {
      // Written after each piece, so that what was measured isn't lost when it is ended early.
      switch (part) {
        case "", "this-kernel" -> {
          round(round, "jdk" + major, chosen(setting.ways()));
          write(jdk, this::write);
        }
        case "in-turns", "in-turns-this-kernel" -> {
          for (int count : cpus) {
            String units = units(count);
            for (String thread : threads.split(",")) {
              for (String hold : holds.split(",")) {
                inTurns("jdk" + major, count, thread, hold, units);
                write(jdk, this::write);
              }
            }
          }
        }
        case "single" -> {
          for (String program : SingleThread.PROGRAMS.keySet()) {
            single.measure(java, program, chosen(SingleThread.WAYS.keySet()));
            write(jdk, result -> single.write(result, "jdk" + major));
          }
        }
        case "http", "http-this-kernel" -> {
          for (int count : cpus) {
            for (String thread : threads.split(",")) {
              serve(count, thread, "jdk" + major, chosen(HttpServer.WAYS.keySet()));
              write(jdk, this::write);
            }
          }
        }
        case "attached", "attached-this-kernel" -> {
          for (int count : cpus) {
            for (String thread : threads.split(",")) {
              took(
                  Setting.REMEDIED,
                  AttachedServer.measure(setting, java, count, thread, "jdk" + major, cells));
              write(jdk, this::write);
            }
          }
        }
        default ->
            throw new Refusal(
                "--part '"
                    + part
                    + "': expected this-kernel, single, http, attached, http-this-kernel,"
                    + " attached-this-kernel, in-turns or in-turns-this-kernel");
      }
    }
    return 0;
  }

  private void serve(int count, String thread, String jdk, List<String> ways)
      throws IOException, InterruptedException {
    Map<String, HttpServer.Run> runs =
        HttpServer.measure(setting, java, count, thread, jdk, ways, cells);
    runs.forEach(this::took);
  }

  private void took(String way, HttpServer.Run run) {
    took(way, run.text(), List.of(run.cell()));
  }

  /** Tells who else had the processors, and keeps what became of the remedy, for some cells. */
  private void took(String way, String text, Collection<String> taken) {
    text.lines().filter(line -> line.contains("others had: ")).forEach(System.out::println);
    if (Setting.isRemedied(way)) {
      String outcome = way + ": " + outcome(text);
      taken.forEach(cell -> outcomes.computeIfAbsent(cell, c -> new ArrayList<>()).add(outcome));
    }
  }

  private void write(String jdk, Consumer<ResultFile> figures) throws IOException {
    ResultFile result = new ResultFile("./bench " + setting.name(), jdk);
    figures.accept(result);
    result.write(out, true);
  }

  /** Those of a part's ways that are to be measured. */
  private List<String> chosen(Collection<String> ways) {
    if (!ways.containsAll(chosen)) {
      throw new Refusal("--ways " + chosen + ", part '" + part + "': expected some of " + ways);
    }
    return ways.stream().filter(way -> chosen.isEmpty() || chosen.contains(way)).toList();
  }

  private void round(int round, String jdk, List<String> ways)
      throws IOException, InterruptedException {
    for (int count : cpus) {
      String units = units(count);
      for (String hold : holds.split(",")) {
        System.out.println("round " + round + ", " + count + " CPU, " + hold + " ns");
        cells(
            jdk,
            count,
            ways.stream().filter(way -> setting.makesSense(way, Long.parseLong(hold))).toList(),
            hold,
            units);
      }
    }
  }

  /** How much work a microsecond has on so many processors, the same for all that is compared. */
  private String units(int count) throws IOException, InterruptedException {
    String units = output(setting.calibration(count, java), false).strip();
    System.out.println("units of work in a microsecond on " + count + " CPU: " + units);
    return units;
  }

  /** The remedied and the stock monitor, both at once. */
  private void inTurns(String jdk, int count, String thread, String hold, String units)
      throws IOException, InterruptedException {
    List<String> arguments = List.of(thread, hold, millis);
    Map<String, String> runs =
        OneGuest.inTurns(
            setting.on(count),
            setting.inTurns(Setting.STOCK, java, arguments, units),
            setting.inTurns(Setting.REMEDIED, java, arguments, units));
    String kind = setting.prefix() + Setting.IN_TURNS + jdk + "-" + count + "cpu-";
    for (Map.Entry<String, String> run : runs.entrySet()) {
      take(kind, run.getKey(), run.getValue());
    }
  }

  private void take(String kind, String way, String text) throws IOException {
    System.out.println(way);
    text.lines().filter(line -> line.startsWith("cell ")).forEach(System.out::println);
    Set<String> taken = cells.take(kind, way, text);
    if (taken.isEmpty()) {
      throw new IOException("no figures of " + way + ": " + text);
    }
    took(way, text, taken);
  }

  /** All numbers of threads. */
  private void cells(String jdk, int count, List<String> ways, String hold, String units)
      throws IOException, InterruptedException {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String way : ways) {
      commands.put(way, setting.command(way, java, List.of(threads, hold, millis), units));
    }
    String kind = setting.prefix() + jdk + "-" + count + "cpu-";
    for (Map.Entry<String, String> run : OneGuest.run(setting.on(count), commands).entrySet()) {
      take(kind, run.getKey(), run.getValue());
    }
  }

  /** The remedy's last line. */
  static String outcome(String output) {
    String line =
        output
            .lines()
            .filter(l -> l.contains("nopreempt: "))
            .reduce((first, last) -> last)
            .map(l -> l.replaceFirst(".*nopreempt: ", ""))
            .orElse("the remedy said nothing");
    System.out.println(line);
    return line;
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

  private void write(ResultFile result) {
    for (String cell : cells.names()) {
      ratios(result, cell);
      for (String figure :
          List.of(
              "throughput",
              "latency-99",
              "contended",
              "holder-preemptions",
              "jain",
              "dispersion",
              "wait-deviation-us",
              "switches-per-tick")) {
        figure(result, cell, figure);
      }
    }
  }

  private void ratios(ResultFile result, String cell) {
    String ours = setting.ways().get(0);
    String baseline = setting.baseline();
    result.add(
        "throughput-ratio-" + cell,
        "ratio",
        cells.ratios(cell, ours, baseline, "throughput", ""),
        Map.of(),
        String.format(
            Locale.ROOT,
            "%s to %s, %s a second; to reach: at least %.2f",
            ours,
            baseline,
            HttpServer.has(cell) ? "requests" : "sections",
            setting.leastThroughput()));
    result.add(
        "contended-ratio-" + cell,
        "ratio",
        cells.ratios(cell, ours, baseline, "contended", "throughput"),
        Map.of(),
        ours
            + " to "
            + baseline
            + (HttpServer.has(cell)
                ? ", contended sections of the access log by requests"
                : ", sleeps for the lock by acquires"));
    if (setting == Setting.TICK_LOCK) {
      result.add(
          "dispersion-ratio-" + cell,
          "ratio",
          cells.ratios(cell, ours, Setting.FAIR, "dispersion", ""),
          Map.of(),
          ours + " to fair; to reach: at most 2");
    }
  }

  private void figure(ResultFile result, String cell, String figure) {
    String ours = setting.ways().get(0);
    List<Double> own = cells.values(cell, ours, figure);
    Map<String, List<Double>> others = new LinkedHashMap<>();
    for (String other : setting.ways().subList(1, setting.ways().size())) {
      others.put(other, cells.values(cell, other, figure));
    }
    String note = HttpServer.has(cell) ? HttpServer.note(cell, figure) : note(cell, figure);
    note += figure.equals("throughput") ? outcomes(cell) : "";
    note += figure.equals("jain") && setting != Setting.TICK_LOCK ? goal(0.99) : "";
    result.add(figure + "-" + cell, unit(figure), own, others, note);
  }

  private String note(String cell, String figure) {
    return switch (figure) {
      case "throughput" ->
          "sections of all threads"
              + (cell.contains(Setting.IN_TURNS)
                  ? ", of each turn: three seconds of four, and monitor the fourth"
                  : "");
      case "contended" -> "how often threads went to sleep for the lock";
      case "holder-preemptions" -> "sections that took 0.5 ms longer than their work";
      case "jain" -> "by sections of each thread in " + millis + " ms for each 16 threads";
      case "dispersion" ->
          "standard deviation of the shared counter's steps between two sections of a thread;"
              + " with one switch a tick of 4 ms it would be "
              + Math.round(ideal(cell));
      case "wait-deviation-us" -> "standard deviation of the time waited for the lock";
      default -> "context switches of the threads in 4 ms";
    };
  }

  private double ideal(String cell) {
    List<Double> values = cells.values(cell, setting.ways().get(0), "ideal");
    return values.isEmpty() ? Double.NaN : Spread.of(values).median();
  }

  /** What became of the remedy in the runs that a cell's figures are from. */
  private String outcomes(String cell) {
    List<String> said = outcomes.getOrDefault(cell, List.of());
    return said.isEmpty() ? "" : "; the remedy said: " + String.join("; then ", said);
  }

  private static String goal(double least) {
    return "; to reach: at least " + least;
  }

  private static String unit(String figure) {
    return switch (figure) {
      case "throughput", "contended", "holder-preemptions" -> "1/s";
      case "latency-99", "wait-deviation-us" -> "us";
      default -> "";
    };
  }
}
