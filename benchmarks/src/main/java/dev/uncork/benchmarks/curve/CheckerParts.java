package dev.uncork.benchmarks.curve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The model checker with one or all of its hot locks out of the way. */
enum CheckerParts {
  NAIVE("", 10),
  COUNTER("ModelChecker", 10, "--counter", "striped"),
  SET("MemFPSet", 10, "--set", "lock-free"),
  QUEUE("MemStateQueue", 10, "--queue", "chunked"),
  LOG("StateTrace", 10, "--log", "quiet"),
  QUIET_TWO("", 10, "--log", "quiet", "--counter", "striped", "--set", "striped"),
  CRACKED(
      "",
      11,
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

  private final String lock;
  private final int size;
  private final List<String> options;

  CheckerParts(String lock, int size, String... options) {
    this.lock = lock;
    this.size = size;
    this.options = List.of(options);
  }

  /**
   * Simple name of the class of the one lock that is out of the way; empty for none, or several.
   */
  String lock() {
    return lock;
  }

  CurveProgram program(String java, Path workloads) {
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
