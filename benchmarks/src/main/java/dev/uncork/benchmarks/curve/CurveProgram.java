package dev.uncork.benchmarks.curve;

import dev.uncork.benchmarks.curve.program.Kernel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * A program that can be run with any number of threads, and prints its rate.
 *
 * @param rate pattern of its rate in its output; the mean of all but the first two is taken, or of
 *     all where they are fewer
 * @param command that runs it with so many threads
 */
record CurveProgram(String name, String rate, IntFunction<List<String>> command) {
  private static final String EACH_SECOND = "/sec: ([0-9.]+)";

  /**
   * All of them.
   *
   * @param java the JVM
   * @param classPath of the benchmarks
   * @param workloads the jar of the papers' programs
   * @param seconds how long each runs, about
   */
  static List<CurveProgram> all(String java, String classPath, Path workloads, int seconds) {
    List<CurveProgram> programs = new ArrayList<>();
    for (CheckerParts parts : CheckerParts.values()) {
      programs.add(parts.program(java, workloads, seconds));
    }
    programs.add(
        new CurveProgram(
            "http",
            EACH_SECOND,
            threads -> {
              List<String> command =
                  new ArrayList<>(List.of(java, "-jar", workloads.toString(), "http"));
              command.addAll(List.of("--seconds", Integer.toString(seconds)));
              command.addAll(List.of("--server-threads", Integer.toString(threads)));
              command.addAll(List.of("--connections", Integer.toString(threads)));
              return command;
            }));
    for (Kernel kernel : Kernel.values()) {
      String name = kernel.name().toLowerCase(Locale.ROOT);
      programs.add(
          new CurveProgram(
              name,
              EACH_SECOND,
              threads ->
                  List.of(
                      java,
                      "-Xmx2g",
                      "-cp",
                      classPath,
                      Kernel.class.getName(),
                      name,
                      Integer.toString(threads),
                      Integer.toString(seconds))));
    }
    return programs;
  }
}
