package dev.uncork.benchmarks.roce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A GroupBy of Spark's on a standalone cluster, whose executors are on the two ends of a soft-RoCE
 * link: as it is, cut in the middle of the job, and mended. See lab/guest/spark-roce.
 */
final class SparkPart {
  private static final int PACKET_BYTES = 4096;
  private static final int PAIRS = 3200;
  private static final String EVENT = "dev.uncork.spark.event.ExecutorShuffleEvent";

  private final Guest guest;
  private final Path files;

  private SparkPart(Guest guest, Path files) {
    this.guest = guest;
    this.files = files;
  }

  static void run(ResultFile result) throws IOException, InterruptedException {
    SharedSpark spark = SharedSpark.make();
    Path files = Files.createTempDirectory("roce-spark");
    System.out.println("logs and events will be in " + files);
    Guest guest =
        Guest.run(
            List.of("--memory", "6000", "--timeout", "3000", "--out", files.toString()),
            List.of("lab/guest/spark-roce", spark.home() + "", spark.options() + ""));
    new SparkPart(guest, files).write(result);
  }

  private void write(ResultFile result) throws IOException {
    Map<String, Long> whole = requireAnswer("whole");
    Map<String, Long> cut = requireAnswer("cut");
    Map<String, Long> mended = requireAnswer("mended");
    double sent = guest.number("whole-sent-packets");
    double received = guest.number("whole-received-packets");
    long bytes = whole.getOrDefault("ucx", 0L);
    require(bytes > 0, "no bytes came by ucx: " + whole);
    require((sent + received) * PACKET_BYTES >= bytes, "fewer packets than the bytes need");
    require(
        guest.number("whole-rdma-link-bytes") >= bytes,
        "the RDMA link carried less than the bytes");
    String job =
        "GroupBy of %,d pairs of 10,000 B in Spark, two executors in two network namespaces, %s: "
            .formatted(PAIRS, route());
    result.add(
        "rxe-sent-packets",
        "packets",
        guest.once("whole-sent-packets"),
        Map.of("received", guest.once("whole-received-packets")),
        job
            + "counters of the RDMA device rxe0 during one round, in which executors read %,d B of each other by route ucx"
                .formatted(bytes)
            + ", the others by %s; the device's link carried %,d B, the one of Spark's own connections %,d B; in both directions these bytes need at least %,d packets; to reach: at least 1"
                .formatted(
                    others(whole),
                    (long) guest.number("whole-rdma-link-bytes"),
                    (long) guest.number("whole-plain-link-bytes"),
                    bytes / PACKET_BYTES));
    add(
        result,
        "spark-bytes-by-ucx",
        bytes,
        "of that round; with the link cut in the middle of the next one %,d, and after it was mended %,d"
            .formatted(cut.getOrDefault("ucx", 0L), mended.getOrDefault("ucx", 0L)));
    long instead = cut.getOrDefault("netty failed", 0L);
    require(instead > 0, "no block came by Netty although the link was cut: " + cut);
    require(mended.getOrDefault("ucx", 0L) > 0, "nothing by ucx after mending: " + mended);
    add(
        result,
        "spark-cut-bytes-by-netty",
        instead,
        "blocks whose reads failed since the RDMA link was cut in the middle of the round; the answer"
            + " is the same; bytes of that round by route: "
            + cut
            + "; the logs say: "
            + reasons());
    result.add(
        "spark-cut-noticed",
        "s",
        Spread.exactly(guest.number("cut-noticed-millis") / 1000, 1),
        Map.of(
            "the round without a cut, in all",
            Spread.exactly(run("whole").path("elapsedMillis").asDouble() / 1000, 1)),
        "from cutting the link until the first executor's log says that the other can't be read; the round"
            + " took "
            + Math.round(run("cut").path("elapsedMillis").asDouble() / 1000)
            + " s");
  }

  private static void add(ResultFile result, String name, long bytes, String note) {
    Spread once = Spread.exactly(bytes, 1);
    result.add(name, "B", once, Map.of(), note);
  }

  private JsonNode run(String round) throws IOException {
    return new ObjectMapper().readTree(guest.text(round + "-run"));
  }

  /** Checks a round's answer; the bytes that came in it by routes. */
  private Map<String, Long> requireAnswer(String round) throws IOException {
    JsonNode run = run(round);
    require(run.path("grouped").asInt() == PAIRS, round + ": wrong answer: " + run);
    Map<String, Long> until = told((long) guest.number(round + "-told"));
    String before = Map.of("cut", "whole", "mended", "cut").get(round);
    if (before != null) {
      told((long) guest.number(before + "-told"))
          .forEach((route, bytes) -> until.merge(route, -bytes, Long::sum));
    }
    until.values().removeIf(bytes -> bytes == 0);
    System.out.println(round + ": bytes by route " + until);
    return until;
  }

  /** Bytes by routes that executors had told of at a time, from the event log. */
  private Map<String, Long> told(long millis) throws IOException {
    Map<String, JsonNode> last = new TreeMap<>();
    ObjectMapper mapper = new ObjectMapper();
    try (Stream<Path> logs = Files.list(files.resolve("events"))) {
      for (Path log : logs.toList()) {
        for (String line : Files.readAllLines(log)) {
          JsonNode event = line.contains(EVENT) ? mapper.readTree(line) : mapper.nullNode();
          if (event.isObject() && event.path("timeMillis").asLong() <= millis) {
            last.put(event.path("executorId").asText(), event);
          }
        }
      }
    }
    Map<String, Long> bytes = new TreeMap<>();
    for (JsonNode event : last.values()) {
      for (JsonNode route : event.path("routes")) {
        bytes.merge(route.path("route").asText(), route.path("bytes").asLong(), Long::sum);
      }
    }
    return bytes;
  }

  private static String others(Map<String, Long> bytes) {
    Map<String, Long> others = new TreeMap<>(bytes);
    others.remove("ucx");
    return others.isEmpty() ? "none" : others.toString();
  }

  /** How executors reach each other, as they say it. */
  private String route() throws IOException {
    return said("reads other hosts by ").get(0).replaceFirst(".*reads other hosts by ", "");
  }

  /** When and why executors have given each other up. */
  private String reasons() throws IOException {
    return said("can't be read by ucx").stream()
        .map(line -> line.replaceFirst("^\\S+ (\\S+) .*Uncork: ", "$1 "))
        .sorted()
        .collect(Collectors.joining("; "));
  }

  /** Lines of executors with some words. */
  private List<String> said(String words) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> all = Files.walk(files)) {
      for (Path log : all.filter(file -> file.endsWith("stderr")).toList()) {
        Files.readAllLines(log).stream().filter(line -> line.contains(words)).forEach(lines::add);
      }
    }
    require(!lines.isEmpty(), "no executor said '" + words + "'");
    return lines;
  }

  private void require(boolean right, String message) throws IOException {
    if (!right) {
      throw new IOException(message + "; see " + files);
    }
  }
}
