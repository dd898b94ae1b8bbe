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
 * <p>Counted is the difference of two figures that the program prints at its end, all threads alive
 * and all locks used: Java heap after a collection, and all other anonymous resident memory of the
 * process: the collector's tables, JFR, the JVM's own share (its state of each thread for a tool,
 * classes, compiled code). Not part of the sum are two further figures: pages of the threads'
 * stacks touched for the first time, and memory that the C library holds free, which is mostly what
 * the JIT compiler used for a moment on JFR's and the agent's code, and which any program whose own
 * code is worth compiling has in its process already.
 *
 * <p>Two things of the JVM depend on the timing of a run and would drown the rest, by 15 MiB and
 * more, whether or not somebody observes; so both runs go without: monitors of idle locks are kept,
 * and the compiler makes no bets on branches not taken yet (each thread that met a lost one would
 * keep 15 KiB of deoptimization).
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
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:GuaranteedAsyncDeflationInterval=0",
          "-XX:PerMethodTrapLimit=0",
          "-XX:PerBytecodeTrapLimit=0",
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
    List<Double> free = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String without = ChildJvm.output(Observer.NONE.command(tools, java, program, scratch));
      String with = ChildJvm.output(Observer.UNCORK.command(tools, java, program, scratch));
      heap.add(mebibytes(with, without, "heap: "));
      outside.add(mebibytes(with, without, "native: "));
      stacks.add(mebibytes(with, without, "stacks: "));
      free.add(mebibytes(with, without, "untrimmed: ") - outside.get(round));
      both.add(heap.get(round) + outside.get(round));
    }
    add(
        result,
        "added-memory-" + suffix,
        "heap and native without stacks and without free memory; to reach: at most 32",
        both);
    add(result, "added-heap-" + suffix, "used heap after a collection", heap);
    add(result, "added-native-" + suffix, "resident memory outside heap and stacks", outside);
    add(result, "added-free-" + suffix, "resident, but held free by the C library", free);
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
