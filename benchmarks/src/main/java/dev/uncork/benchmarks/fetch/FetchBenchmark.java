package dev.uncork.benchmarks.fetch;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.zip.CRC32C;
import picocli.CommandLine.Parameters;

/**
 * One process gets blocks of another's memory, one at a time, and looks at every byte: by mapping
 * the memory, by UCX over shared memory, by Spark's block transfer over TCP. CPU time is that of
 * both processes.
 */
public final class FetchBenchmark implements Callable<Integer> {
  private static final long TOTAL = 128L << 20;
  private static final int MAIN_SIZE = 1 << 20;
  private static final List<Integer> SIZES = List.of(4 << 10, 64 << 10, MAIN_SIZE, 16 << 20);
  private static final String MAP = "map";
  private static final Map<String, String> WAYS = ways();

  @Parameters(
      arity = "0..1",
      paramLabel = "ROUNDS",
      description = "How often each is measured, in turns.")
  private int rounds = 5;

  private FetchBenchmark() {}

  private static Map<String, String> ways() {
    Map<String, String> ways = new LinkedHashMap<>();
    ways.put(MAP, "same host: mapped, no copy");
    ways.put("ucx", "UCX over shared memory (for tests: the owner's CPU copies)");
    ways.put("nio", "Spark's Netty, NIO");
    ways.put("epoll", "Spark's Netty, epoll");
    return ways;
  }

  public static void main(String[] args) {
    BenchCommand.run("fetch", new FetchBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException {
    Path blocks = Path.of("/dev/shm", "uncork-bench-" + ProcessHandle.current().pid());
    SampleFile samples = SampleFile.empty(Path.of("benchmarks/target/fetch.txt"));
    try {
      long checksum = fill(blocks);
      for (int round = 0; round < rounds; round++) {
        for (int size : SIZES) {
          for (String way : WAYS.keySet()) {
            measure(way, size, blocks, checksum, samples);
          }
        }
      }
    } finally {
      Files.deleteIfExists(blocks);
    }
    samples.write();
    write(samples);
    return 0;
  }

  /** Its checksum. */
  private static long fill(Path file) throws IOException {
    byte[] bytes = new byte[1 << 20];
    Random random = new Random(1);
    CRC32C checksum = new CRC32C();
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      var memory = channel.map(MapMode.READ_WRITE, 0, TOTAL);
      while (memory.hasRemaining()) {
        random.nextBytes(bytes);
        memory.put(bytes);
        checksum.update(bytes);
      }
    }
    return checksum.getValue();
  }

  private static void measure(String way, int size, Path blocks, long checksum, SampleFile samples)
      throws IOException {
    FetchPair.Cost cost = FetchPair.measure(way, size, TOTAL, blocks, checksum);
    samples.add("cpu " + size + " " + way, cost.cpuNanosPerKib());
    samples.add("latency " + size + " " + way, cost.latencyMicros());
    System.out.printf(
        "%-6s %,11d B: %,8.1f ns CPU per KiB, %,9.1f us%n",
        way, size, cost.cpuNanosPerKib(), cost.latencyMicros());
  }

  private static void write(SampleFile samples) throws IOException {
    ResultFile result = new ResultFile("./bench fetch", "JDK " + Runtime.version().feature());
    String what =
        "CPU time of both processes for a block of %s that is got and looked at once, over a working"
            + " set of 128 MiB; TCP over loopback; blocks served from /dev/shm";
    result.add(
        "fetch-cpu-ns-per-kib",
        "ns/KiB",
        spread(samples, "cpu", MAIN_SIZE, MAP),
        others(samples, "cpu", MAIN_SIZE),
        what.formatted(text(MAIN_SIZE)));
    for (int size : SIZES) {
      result.add(
          "fetch-cpu-vs-netty-" + text(size).replace(" ", ""),
          "ratio",
          ratio(samples, size, MAP, "nio"),
          Map.of("UCX over shared memory", ratio(samples, size, "ucx", "nio")),
          "CPU of the mapped read / CPU of Spark's Netty (NIO), pair by pair;"
              + " to reach: at most 0.2");
      result.add(
          "fetch-latency-" + text(size).replace(" ", ""),
          "us",
          spread(samples, "latency", size, MAP),
          others(samples, "latency", size),
          "one block after the other, the look at its bytes included");
    }
    for (int size : SIZES) {
      if (size != MAIN_SIZE) {
        result.add(
            "fetch-cpu-ns-per-kib-" + text(size).replace(" ", ""),
            "ns/KiB",
            spread(samples, "cpu", size, MAP),
            others(samples, "cpu", size),
            what.formatted(text(size)));
      }
    }
    result.write(Path.of("docs/results/shuffle.json"), true);
  }

  private static Spread spread(SampleFile samples, String what, int size, String way) {
    return Spread.of(samples.of(what + " " + size + " " + way));
  }

  private static Map<String, Spread> others(SampleFile samples, String what, int size) {
    Map<String, Spread> others = new LinkedHashMap<>();
    WAYS.forEach(
        (way, name) -> {
          if (!way.equals(MAP)) {
            others.put(name, spread(samples, what, size, way));
          }
        });
    return others;
  }

  private static Spread ratio(SampleFile samples, int size, String way, String against) {
    List<Double> ours = samples.of("cpu " + size + " " + way);
    List<Double> theirs = samples.of("cpu " + size + " " + against);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(ours.get(i) / theirs.get(i));
    }
    return Spread.of(ratios);
  }

  private static String text(int size) {
    return size < 1 << 20 ? (size >> 10) + " KiB" : (size >> 20) + " MiB";
  }
}
