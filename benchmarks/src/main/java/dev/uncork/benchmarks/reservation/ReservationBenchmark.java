package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.LockCosts;
import dev.uncork.benchmarks.reservation.program.LockTable;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures lock reservation under the agent beside stock and biased locking, on each JDK given.
 *
 * <p>Run by {@code ./bench reservation}; arguments: {@code --rounds N --out FILE MAJOR=HOME...}. In
 * each round every way runs once, in a JVM of its own, so that drift meets all alike.
 */
public final class ReservationBenchmark {
  private static final Path LAUNCHER = Path.of("dist/target/uncork/bin/uncork");

  /** Named, since on 17 the tool would choose the JVM's own biased locking. */
  private static final String REMEDY =
      "reserve=*;java.lang.StringBuffer;java.util.Hashtable;java.io.BufferedOutputStream";

  /** The same without what only a patched java.base has, which starts faster. */
  private static final String LOADED_LATER = "reserve=*;java.util.Vector";

  private static final Path RECORDING = Path.of("benchmarks/target/reservation.jfr");

  private final Map<String, Path> jdks = new TreeMap<>();
  private final Map<String, Map<String, List<Double>>> samples = new LinkedHashMap<>();
  private static final int STARTS = 3;

  private int rounds = 3;
  private Path out = Path.of("docs/results/reservation.json");

  private ReservationBenchmark() {}

  public static void main(String[] args) throws Exception {
    ReservationBenchmark benchmark = new ReservationBenchmark();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--rounds")) {
        benchmark.rounds = Integer.parseInt(args[++i]);
      } else if (args[i].equals("--out")) {
        benchmark.out = Path.of(args[++i]);
      } else if (args[i].matches("\\d+=.+")) {
        int equals = args[i].indexOf('=');
        benchmark.jdks.put(args[i].substring(0, equals), Path.of(args[i].substring(equals + 1)));
      } else {
        throw new IllegalArgumentException(
            "argument '" + args[i] + "': expected --rounds N, --out FILE or MAJOR=HOME");
      }
    }
    if (benchmark.jdks.isEmpty()) {
      throw new IllegalArgumentException("no JDK to measure: expected 17=HOME 25=HOME");
    }
    benchmark.run();
  }

  private void run() throws IOException, InterruptedException {
    for (int round = 1; round <= rounds; round++) {
      for (Map.Entry<String, Path> jdk : jdks.entrySet()) {
        String major = jdk.getKey();
        String java = jdk.getValue().resolve("bin/java").toString();
        System.out.println("round " + round + " of " + rounds + ": JDK " + major);
        for (Class<?> program : List.of(LockCosts.class, LockTable.class)) {
          measure("stock-" + major, java(program, List.of(java)));
          if (major.equals("17")) {
            measure("biased-17", java(program, biased(java)));
          }
          measure("uncork-" + major, java(program, uncork(java, List.of("--remedy", REMEDY))));
        }
        start(major, java);
      }
    }
    write();
  }

  private static List<String> biased(String java) {
    return List.of(java, "-XX:+UseBiasedLocking", "-XX:BiasedLockingStartupDelay=0");
  }

  private void start(String major, String java) throws IOException, InterruptedException {
    List<String> nothing = List.of("--version");
    Map<String, List<String>> ways = new LinkedHashMap<>();
    ways.put("plain", List.of());
    ways.put("reserve", List.of("--remedy", LOADED_LATER));
    ways.put("patched", List.of("--remedy", REMEDY));
    for (int i = 0; i < STARTS; i++) {
      for (Map.Entry<String, List<String>> way : ways.entrySet()) {
        List<String> command = uncork(java, way.getValue());
        command.addAll(nothing);
        long begin = System.nanoTime();
        output(command);
        double seconds = (System.nanoTime() - begin) / 1e9;
        add("start-" + way.getKey() + "-" + major, "startup-seconds", seconds);
      }
    }
  }

  private static List<String> uncork(String java, List<String> options) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString(), "run", "--quiet"));
    command.addAll(List.of("--out", RECORDING.toString()));
    command.addAll(options);
    command.addAll(List.of("--", java));
    return command;
  }

  private static List<String> java(Class<?> program, List<String> java) {
    List<String> command = new ArrayList<>(java);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    return command;
  }

  private void measure(String way, List<String> command) throws IOException, InterruptedException {
    for (String line : output(command).lines().toList()) {
      String[] words = line.split(" ");
      if (words.length == 2 && words[1].matches("[0-9.E]+")) {
        add(way, words[0], Double.parseDouble(words[1]));
      }
    }
  }

  private void add(String way, String figure, double value) {
    samples
        .computeIfAbsent(figure, f -> new LinkedHashMap<>())
        .computeIfAbsent(way, w -> new ArrayList<>())
        .add(value);
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(String.join(" ", command) + " ended with exit code " + exitCode);
    }
    return text;
  }

  private void write() throws IOException {
    ResultFile result = new ResultFile("./bench reservation", String.join(", ", jdks.keySet()));
    for (String major : jdks.keySet()) {
      for (String figure : samples.keySet()) {
        figure(result, figure, major);
      }
      ratio(result, major);
    }
    Path directory = out.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    result.write(out, false);
  }

  private void figure(ResultFile result, String figure, String major) {
    Map<String, List<Double>> ways = samples.getOrDefault(figure, Map.of());
    boolean start = figure.equals("startup-seconds");
    String ours = (start ? "start-reserve-" : "uncork-") + major;
    List<Double> own = ways.get(ours);
    if (own == null) {
      return;
    }
    Map<String, Spread> against = new LinkedHashMap<>();
    for (String other :
        List.of(
            "stock-" + major,
            "biased-" + major,
            "start-plain-" + major,
            "start-patched-" + major)) {
      List<Double> values = ways.get(other);
      if (values != null) {
        against.put(other, Spread.of(values));
      }
    }
    result.add(
        (start ? figure : figure + "-ns") + "-" + major,
        start ? "s" : "ns",
        Spread.of(own),
        against,
        start
            ? "whole command, java --version, beside uncork run without the remedy and with a patched"
                + " java.base"
            : "");
    if (figure.equals("own-lock")) {
      result.add(
          "own-lock-synchronized-ns-" + major,
          "ns",
          Spread.of(ways.getOrDefault("stock-" + major, own)),
          Map.of(),
          "the same loop with the JVM's own monitors");
    }
  }

  /** Shared objects, each round's ratio: above 1 is slower than stock. */
  private void ratio(ResultFile result, String major) {
    for (int threads : new int[] {2, 8}) {
      Map<String, List<Double>> ways =
          samples.getOrDefault("table-shared-" + threads + "-synchronized", Map.of());
      List<Double> ours = ways.getOrDefault("uncork-" + major, List.of());
      List<Double> stock = ways.getOrDefault("stock-" + major, List.of());
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < Math.min(ours.size(), stock.size()); i++) {
        ratios.add(ours.get(i) / stock.get(i));
      }
      if (!ratios.isEmpty()) {
        result.add(
            (threads == 2 ? "shared-ratio-" : "shared-by-8-ratio-") + major,
            "",
            Spread.of(ratios),
            Map.of(),
            threads + " threads on 64 objects; time under the remedy divided by stock");
      }
    }
  }
}
