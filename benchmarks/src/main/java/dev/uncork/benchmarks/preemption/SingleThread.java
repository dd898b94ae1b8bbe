package dev.uncork.benchmarks.preemption;

import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What asking around locks costs programs of one thread, where no lock is contended: around all
 * locks, and around those that statistics choose, which are none. In the lab's guest, whose time is
 * counted in instructions, so that small differences can be told.
 */
final class SingleThread {
  private static final Pattern RATE = Pattern.compile("^OK: .*?(\\d+) ops/s", Pattern.MULTILINE);

  /** What programs print each second that run for a time, not until they are done. */
  private static final Pattern SECOND = Pattern.compile("^ops/sec: (\\d+)", Pattern.MULTILINE);

  /** The last seconds count, when the JVM's compilers have hardly anything left to do. */
  private static final int COUNTED_SECONDS = 20;

  private static final int SECONDS = 60;

  /** Command lines by name. */
  static final Map<String, List<String>> PROGRAMS = new LinkedHashMap<>();

  /** Options of {@code uncork run} by way. */
  static final Map<String, List<String>> WAYS = new LinkedHashMap<>();

  static {
    PROGRAMS.put(
        "synchmeth",
        words("-jar " + Setting.WORKLOADS + " synchmeth --threads 1 --seconds " + SECONDS));
    PROGRAMS.put(
        "synchmeth-100ns",
        words(
            "-jar "
                + Setting.WORKLOADS
                + " synchmeth --threads 1 --work-inside 100 --seconds "
                + SECONDS));
    PROGRAMS.put("checker", words("-jar " + Setting.WORKLOADS + " check --size 6 --workers 1"));
    PROGRAMS.put(
        "javac",
        words(
            "-cp "
                + Setting.classPath()
                + " dev.uncork.benchmarks.preemption.program.CompilingSources concurrent/src/main/java"
                + " 2"));
    WAYS.put("observed", List.of());
    WAYS.put("selected", List.of("--remedy", "nopreempt"));
    WAYS.put("all", List.of("--remedy", "nopreempt=*"));
  }

  private final Map<String, List<Double>> rates = new LinkedHashMap<>();

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  /**
   * One round of one program.
   *
   * @param program which of {@link #PROGRAMS}
   * @param ways which of {@link #WAYS}
   */
  void measure(String java, String program, List<String> ways)
      throws IOException, InterruptedException {
    for (String way : ways) {
      List<String> command = new ArrayList<>(Setting.guest(1));
      command.addAll(Setting.observed());
      command.addAll(WAYS.getOrDefault(way, List.of()));
      command.addAll(List.of("--", java, "-XX:+UseSerialGC", "-Xmx512m"));
      command.addAll(PROGRAMS.getOrDefault(program, List.of()));
      String text = PreemptionBenchmark.output(command, false);
      double rate =
          rate(text)
              .orElseThrow(
                  () -> new IOException("no rate in the output of " + String.join(" ", command)));
      System.out.println(program + ", " + way + ": " + rate);
      rates.computeIfAbsent(program + "/" + way, k -> new ArrayList<>()).add(rate);
    }
  }

  /** The median of the last seconds, or what the program says at its end. */
  private static OptionalDouble rate(String output) {
    List<Double> seconds = new ArrayList<>();
    for (Matcher second = SECOND.matcher(output); second.find(); ) {
      seconds.add(Double.parseDouble(second.group(1)));
    }
    if (seconds.size() >= COUNTED_SECONDS) {
      List<Double> last = seconds.subList(seconds.size() - COUNTED_SECONDS, seconds.size());
      return OptionalDouble.of(Spread.of(last).median());
    }
    Matcher rate = RATE.matcher(output);
    return rate.find()
        ? OptionalDouble.of(Double.parseDouble(rate.group(1)))
        : OptionalDouble.empty();
  }

  void write(ResultFile result, String jdk) {
    for (String program : PROGRAMS.keySet()) {
      result.add(
          "single-thread-overhead-" + program + "-" + jdk,
          "%",
          overheads(program, "selected"),
          Map.of("all locks", overheads(program, "all")),
          "time per operation under the remedy against observation alone, locks chosen by"
              + " statistics; table 1 of the paper: up to +3.4 % with all locks; in the guest, by"
              + " instructions");
    }
  }

  private List<Double> overheads(String program, String way) {
    List<Double> base = rates.getOrDefault(program + "/observed", List.of());
    List<Double> ours = rates.getOrDefault(program + "/" + way, List.of());
    return Pairs.of(base, ours, (alone, remedied) -> (alone / remedied - 1) * 100);
  }
}
