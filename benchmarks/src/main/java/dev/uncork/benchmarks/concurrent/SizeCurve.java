package dev.uncork.benchmarks.concurrent;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory per entry and the cost of an operation as sets grow, by {@link SizeProbe} in child JVMs.
 */
final class SizeCurve {
  private static final List<Long> SIZES =
      List.of(1_000_000L, 3_000_000L, 10_000_000L, 30_000_000L, 100_000_000L);
  private static final long COMPARED = 10_000_000;
  private static final List<String> RIVALS =
      List.of("CONCURRENT_HASH_MAP", "NON_BLOCKING_HASH_MAP_LONG");
  private static final long LARGEST = 100_000_000;
  private static final String RESULT = "RESULT ";
  private static final String FITS = "fits-in-1-gib";
  private static final String EXPECTING = "UNCORK_EXPECTING";
  private static final String OURS = "UNCORK";
  private static final String CACHE_MISSES = "ARRAY";

  private SizeCurve() {}

  static void measure(Samples samples, int rounds, boolean pairs)
      throws IOException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      probe(samples, OURS, COMPARED);
      for (String rival : pairs ? RIVALS.subList(0, 1) : RIVALS) {
        probe(samples, rival, COMPARED);
      }
      probe(samples, EXPECTING, LARGEST);
      samples.add(FITS, fitsInOneGibibyte() ? 1 : 0);
      for (long size : pairs ? List.of(SIZES.get(0), LARGEST) : SIZES) {
        if (size != COMPARED) {
          probe(samples, OURS, size);
        }
        probe(samples, CACHE_MISSES, size);
      }
    }
  }

  /** Whether a JVM with a heap of 1 GiB, nearly all of it for old objects, takes 100 million. */
  private static boolean fitsInOneGibibyte() throws IOException, InterruptedException {
    List<String> heap = List.of("-Xmx1g", "-Xms1g", "-Xmn4m", "-XX:+UseSerialGC");
    boolean fits = child(heap, EXPECTING, LARGEST).contains(RESULT);
    System.out.println("100 million in a heap of 1 GiB: " + fits);
    return fits;
  }

  private static String child(List<String> heap, String set, long size)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(heap);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SizeProbe.class.getName(), set, Long.toString(size)));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    child.waitFor();
    return text;
  }

  private static void probe(Samples samples, String set, long size)
      throws IOException, InterruptedException {
    String text = child(List.of("-Xms5g", "-Xmx5g"), set, size);
    int at = text.indexOf(RESULT);
    if (at < 0) {
      throw new IOException("probe of " + set + " with " + size + " entries failed:\n" + text);
    }
    String[] numbers = text.substring(at + 7).strip().split(" ");
    String suffix = set + "-" + size;
    samples.add("bytes-" + suffix, Double.parseDouble(numbers[0]));
    samples.add("fill-" + suffix, Double.parseDouble(numbers[1]));
    samples.add("again-" + suffix, Double.parseDouble(numbers[2]));
    samples.write(); // so that a run that is broken off keeps what it has
    System.out.println(suffix + ": " + String.join(" ", numbers));
  }

  static void report(Samples samples, ResultFile result) {
    String rival = RIVALS.get(0);
    result.add(
        "fingerprint-set-memory-ratio",
        "ratio",
        Spread.of(
            ConcurrentBenchmark.ratios(
                samples.of("bytes-" + OURS + "-" + COMPARED),
                samples.of("bytes-" + rival + "-" + COMPARED))),
        Map.of(ConcurrentBenchmark.name(rival), Spread.of(List.of(1.0))),
        "heap per entry at 10 million entries after full collections; to reach: at most 1/3");
    List<Double> presized = samples.of("bytes-" + EXPECTING + "-" + LARGEST);
    if (!presized.isEmpty()) {
      result.add(
          "fingerprint-set-bytes-per-entry-100m-presized",
          "B",
          Spread.of(presized),
          Map.of("1 GiB for 100 million entries", Spread.of(List.of((1 << 30) / 1e8))),
          "LongFingerprintSet.expecting(100 million), full; to reach: at most 10.737");
    }
    if (!samples.of(FITS).isEmpty()) {
      result.add(
          "fingerprint-set-100m-in-1-gib-heap",
          "JVM",
          Spread.of(samples.of(FITS)),
          Map.of(),
          "1 if a JVM with -Xmx1g -Xmn4m -XX:+UseSerialGC adds 100 million to"
              + " LongFingerprintSet.expecting(100 million); to reach: at least 1");
    }
    for (long size : SIZES) {
      String millions = "-" + size / 1_000_000 + "m";
      add(samples, result, "bytes", "fingerprint-set-bytes-per-entry" + millions, "B", size);
      add(samples, result, "fill", "fingerprint-set-fill-cost" + millions, "ns", size);
      add(samples, result, "again", "fingerprint-set-find-cost" + millions, "ns", size);
    }
    addGrowth(samples, result, "fill", "fingerprint-set-fill-cost-growth");
    addGrowth(samples, result, "again", "fingerprint-set-find-cost-growth");
  }

  /** How much more an operation costs in the largest set than in the smallest. */
  private static void addGrowth(Samples samples, ResultFile result, String kind, String figure) {
    List<Double> own = growth(samples, kind, OURS);
    List<Double> misses = growth(samples, kind, CACHE_MISSES);
    if (!own.isEmpty() && !misses.isEmpty()) {
      Spread explained = Spread.of(misses);
      result.add(
          figure + "-1m-to-100m",
          "ns",
          Spread.of(own),
          Map.of(ConcurrentBenchmark.name(CACHE_MISSES), explained),
          "cost per operation at 100 million entries less that at 1 million; what cache misses"
              + " explain; to reach: at most %.1f".formatted(explained.median()));
    }
  }

  private static List<Double> growth(Samples samples, String kind, String set) {
    List<Double> small = samples.of(kind + "-" + set + "-" + SIZES.get(0));
    List<Double> large = samples.of(kind + "-" + set + "-" + LARGEST);
    List<Double> growth = new ArrayList<>();
    for (int i = 0; i < Math.min(small.size(), large.size()); i++) {
      growth.add(large.get(i) - small.get(i));
    }
    return growth;
  }

  private static void add(
      Samples samples, ResultFile result, String kind, String figure, String unit, long size) {
    List<Double> own = samples.of(kind + "-" + OURS + "-" + size);
    if (own.isEmpty()) {
      return;
    }
    Map<String, Spread> others = new LinkedHashMap<>();
    for (String other : List.of(CACHE_MISSES, RIVALS.get(0), RIVALS.get(1))) {
      List<Double> values = samples.of(kind + "-" + other + "-" + size);
      if (!values.isEmpty()) {
        others.put(ConcurrentBenchmark.name(other), Spread.of(values));
      }
    }
    String note =
        switch (kind) {
          case "bytes" -> "1 GiB for 100 million entries; to reach: at most 10.737";
          case "fill" -> "one add of a new fingerprint, growth included, one thread";
          default -> "one add of a fingerprint that is there, one thread";
        };
    result.add(figure, unit, Spread.of(own), others, note);
  }
}
