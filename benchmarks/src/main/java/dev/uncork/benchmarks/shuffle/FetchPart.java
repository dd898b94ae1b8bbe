package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one fetched block costs, by {@code spark-workload fetch}: Netty and memory in turns. */
final class FetchPart {
  private static final int TYPICAL_BYTES = 1 << 20;
  private static final String CPU = "cpuNanosPerKib";
  private static final String COPIED = "copiedPerByte";

  private final Map<String, List<Double>> values = new TreeMap<>();

  private FetchPart() {}

  static void run(Cluster cluster, int rounds, ResultFile result) throws IOException {
    FetchPart part = new FetchPart();
    ProcessBuilder builder =
        new ProcessBuilder(
            "spark/workloads/bin/spark-workload", "fetch", "--rounds", String.valueOf(rounds));
    builder.environment().put("SPARK_HOME", cluster.sparkHome().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    for (String line : output.lines().filter(line -> line.startsWith("RUN ")).toList()) {
      part.add(new ObjectMapper().readTree(line.substring("RUN ".length())));
    }
    result.add(
        "fetch-cpu-ns-per-kib",
        "ns",
        part.spread("memory", CPU, TYPICAL_BYTES),
        Map.of("Netty, both ends", part.spread("netty", CPU, TYPICAL_BYTES)),
        "process CPU time for blocks of 1 MiB of another arena, index lookup and checksum included;"
            + " blocks of 4 KiB: "
            + Math.round(part.spread("memory", CPU, 4096).median())
            + ", Netty "
            + Math.round(part.spread("netty", CPU, 4096).median())
            + "; to reach: at most "
            + Math.round(part.spread("netty", CPU, TYPICAL_BYTES).median())
            + "/5");
    result.add(
        "same-host-copies",
        "copies",
        part.spread("memory", COPIED, TYPICAL_BYTES),
        Map.of("Netty", part.spread("netty", COPIED, TYPICAL_BYTES)),
        "bytes that system calls copy per byte fetched, blocks of 1 MiB; to reach: at most 0.01");
  }

  private void add(JsonNode run) {
    for (String what : List.of(CPU, COPIED)) {
      String name = name(run.path("way").asText(), what, run.path("size").asInt());
      values.computeIfAbsent(name, key -> new ArrayList<>()).add(run.path(what).asDouble());
    }
  }

  private Spread spread(String way, String what, int size) {
    return Spread.of(values.getOrDefault(name(way, what, size), List.of()));
  }

  private static String name(String way, String what, int size) {
    return way + "/" + what + "/" + size;
  }
}
