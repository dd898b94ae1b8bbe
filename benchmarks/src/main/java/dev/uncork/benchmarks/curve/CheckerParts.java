package dev.uncork.benchmarks.curve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The model checker with one or all of its hot locks out of the way. */
enum CheckerParts {
  NAIVE(""),
  COUNTER("ModelChecker", "--counter", "striped"),
  SET("MemFPSet", "--set", "lock-free"),
  QUEUE("MemStateQueue", "--queue", "chunked"),
  LOG("StateTrace", "--log", "quiet"),
  QUIET_TWO("", "--log", "quiet", "--counter", "striped", "--set", "striped"),
  CRACKED(
      "",
      "--counter",
      "striped",
      "--set",
      "lock-free",
      "--queue",
      "chunked",
      "--log",
      "quiet",
      "--end-phase",
      "parallel");

  /** Numbers of philosophers: about 3 and 14 s on two cores. */
  private static final int SMALL = 10;

  private static final int LARGE = 11;
  private static final int LONG_SECONDS = 8;

  private final String lock;
  private final List<String> options;

  CheckerParts(String lock, String... options) {
    this.lock = lock;
    this.options = List.of(options);
  }

  /**
   * Simple name of the class of the one lock that is out of the way; empty for none, or several.
   */
  String lock() {
    return lock;
  }

  /**
   * The checker with these parts.
   *
   * @param seconds how long it runs, about: the larger of two models takes five times as long
   */
  CurveProgram program(String java, Path workloads, int seconds) {
    int size = seconds < LONG_SECONDS && this != CRACKED ? SMALL : LARGE;
    return new CurveProgram(
        "checker-" + name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "([0-9.]+) ops/s",
        threads -> {
          List<String> command =
              new ArrayList<>(List.of(java, "-Xmx2g", "-jar", workloads.toString(), "check"));
          command.addAll(List.of("--size", Integer.toString(size)));
          command.addAll(List.of("--workers", Integer.toString(threads)));
          command.addAll(options);
          return command;
        });
  }
}
