package dev.uncork.benchmarks.reservation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways to run a program on one JDK: stock, with biased locking where it exists, under Uncork.
 */
final class Ways {
  /** Named classes, since on 17 the tool would choose the JVM's own biased locking. */
  static final String PATCHED =
      "reserve=*;java.lang.StringBuffer;java.util.Hashtable;java.io.BufferedOutputStream";

  /** The same without what only a patched java.base has, which starts faster. */
  static final String LOADED_LATER = "reserve=*;java.util.Vector";

  static final String STOCK = "stock";
  static final String BIASED = "biased";
  static final String UNCORK = "uncork";
  private static final Path LAUNCHER = Path.of("dist/target/uncork/bin/uncork");
  private static final Path RECORDING = Path.of("benchmarks/target/reservation.jfr");
  private static final String LAST_BIASED = "17";

  private final String major;
  private final String java;

  Ways(String major, Path home) {
    this.major = major;
    this.java = home.resolve("bin/java").toString();
  }

  String major() {
    return major;
  }

  /** By name, the words that precede a program's class name. */
  Map<String, List<String>> all() {
    Map<String, List<String>> ways = new LinkedHashMap<>();
    ways.put(STOCK, stock());
    if (major.equals(LAST_BIASED)) {
      List<String> biased = stock();
      biased.addAll(1, List.of("-XX:+UseBiasedLocking", "-XX:BiasedLockingStartupDelay=0"));
      ways.put(BIASED, biased);
    }
    ways.put(UNCORK, uncork(PATCHED));
    return ways;
  }

  List<String> stock() {
    return new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
  }

  /**
   * Under {@code uncork run}.
   *
   * @param remedy or an empty string for none
   */
  List<String> uncork(String remedy) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString(), "run", "--quiet"));
    command.addAll(List.of("--out", RECORDING.toString()));
    if (!remedy.isEmpty()) {
      command.addAll(List.of("--remedy", remedy));
    }
    command.add("--");
    command.addAll(stock());
    return command;
  }

  /** What a program prints. */
  static String output(List<String> way, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(way);
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with exit code " + exitCode + "; expected 0");
    }
    return text;
  }

  /** The figures in a program's output, lines of a name and a number. */
  static Map<String, Double> figures(String output) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : output.lines().toList()) {
      String[] words = line.split(" ");
      if (words.length == 2 && words[1].matches("[0-9.]+(E-?[0-9]+)?")) {
        figures.put(words[0], Double.parseDouble(words[1]));
      }
    }
    return figures;
  }
}
