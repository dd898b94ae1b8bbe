package dev.uncork.benchmarks.overhead;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures what Uncork adds to the memory of a JVM with 10,000 threads and 100,000 contended locks.
 *
 * <p>Runs with and without Uncork take turns. Run by {@code ./bench memory}; arguments: {@code
 * SUFFIX=JAVA_HOME...}.
 */
public final class MemoryBenchmark {
  private static final int ROUNDS = 3;
  private static final List<String> PROGRAM =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:+AlwaysPreTouch",
          "-XX:+UseSerialGC",
          "dev.uncork.benchmarks.overhead.program.ManyLocks",
          "10000",
          "100000");

  private MemoryBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("uncork-memory");
    Tools tools = Tools.in(Path.of(""), scratch);
    List<String> versions = new ArrayList<>();
    for (String arg : args) {
      versions.add(ChildJvm.version(javaOf(arg)));
    }
    ResultFile result = new ResultFile("./bench memory", String.join(", ", versions));
    for (String arg : args) {
      measure(tools, javaOf(arg), arg.substring(0, arg.indexOf('=')), scratch, result);
    }
    Path out = Path.of("docs/results/memory.json");
    result.write(out);
    System.out.println("wrote " + out);
  }

  private static Path javaOf(String arg) {
    return Path.of(arg.substring(arg.indexOf('=') + 1), "bin", "java");
  }

  private static void measure(
      Tools tools, Path java, String suffix, Path scratch, ResultFile result)
      throws IOException, InterruptedException {
    List<String> program = new ArrayList<>(List.of("-cp", tools.classPath()));
    program.addAll(PROGRAM);
    List<Double> heap = new ArrayList<>();
    List<Double> outside = new ArrayList<>();
    List<Double> stacks = new ArrayList<>();
    List<Double> both = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String without = ChildJvm.output(Observer.NONE.command(tools, java, program, scratch));
      String with = ChildJvm.output(Observer.UNCORK.command(tools, java, program, scratch));
      heap.add(mebibytes(with, without, "heap: "));
      outside.add(mebibytes(with, without, "native: "));
      stacks.add(mebibytes(with, without, "stacks: "));
      both.add(heap.get(round) + outside.get(round));
    }
    add(
        result,
        "added-memory-" + suffix,
        "heap and native without stacks; to reach: at most 32",
        both);
    add(result, "added-heap-" + suffix, "used heap after a collection", heap);
    add(result, "added-native-" + suffix, "resident memory outside heap and stacks", outside);
    add(
        result,
        "added-stacks-" + suffix,
        "pages of thread stacks touched for the first time",
        stacks);
  }

  private static double mebibytes(String with, String without, String mark) {
    return (ChildJvm.number(with, mark) - ChildJvm.number(without, mark)) / (1 << 20);
  }

  private static void add(ResultFile result, String name, String note, List<Double> values) {
    Spread spread = Spread.of(values);
    System.out.printf(
        Locale.ROOT,
        "%-20s %7.1f MiB (%.1f to %.1f)%n",
        name,
        spread.median(),
        spread.min(),
        spread.max());
    result.add(name, "MiB", spread, Map.of(), "10,000 threads, 100,000 contended locks; " + note);
  }
}
