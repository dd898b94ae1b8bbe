package dev.uncork.benchmarks.concurrent;

import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
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
 *
 * <p>Three parts: {@code -size} is memory and speed at 10 and 100 million entries against other
 * sets, {@code -curve} the cost from 1 to 100 million against a bare array, {@code -huge-pages} the
 * ends of that curve with transparent huge pages.
 */
final class SizeCurve {
  /** What it measures, by the names of {@code --only}. */
  static final List<String> PARTS =
      List.of("fingerprint-set-size", "fingerprint-set-curve", "fingerprint-set-huge-pages");

  private static final long SMALLEST = 1_000_000;
  private static final long COMPARED = 10_000_000;
  private static final long LARGEST = 100_000_000;
  private static final List<Long> SIZES =
      List.of(SMALLEST, 3_000_000L, COMPARED, 30_000_000L, LARGEST);
  private static final List<String> RIVALS =
      List.of("CONCURRENT_HASH_MAP", "NON_BLOCKING_HASH_MAP_LONG");
  private static final String RESULT = "RESULT ";
  private static final String FITS = "fits-in-1-gib";
  private static final String EXPECTING = "UNCORK_EXPECTING";
  private static final String OURS = "UNCORK";
  private static final String MISS = "MISS";
  private static final String LINES = "LINES";
  private static final String OVERLAPPED = "OVERLAPPED";
  private static final List<String> HEAP = List.of("-Xms5g", "-Xmx5g");
  private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

  private static final String GOAL = "to reach: at most %.1f, the same lines";

  private static final String MOVES =
      "the same lines cost %.1f more; the rest moves entries to larger tables, each about once,"
          + " which the array never does: see the presized set";

  /** Why the cost grows. */
  static final String REMARK =
      "What grows from 1 to 100 million fingerprints is the price of memory. An add reads a slot"
          + " whose address comes from the fingerprint, so at 100 million it misses the caches and,"
          + " with pages of 4 KiB, the TLB; the objects that lead to a segment's table are few and"
          + " stay cached. The bare array shows what that costs: waited for, where each address"
          + " depends on what the last access found, or overlapped, where the processor runs ahead"
          + " through several misses, since it has nothing to guess. A set lies between the two:"
          + " its keys are independent, but whether the home slot holds the value is a branch,"
          + " which is guessed wrong in about a third of the finds, and then the next miss begins"
          + " late. A find reads 3 slots or 1.2 cache lines on average. A new value needs an empty"
          + " slot, 14 slots or 2.6 lines away on average over the loads of 0.7 to 0.875 that 10.3"
          + " bytes per entry imply; hence the bare array that probes alike and reads the same"
          + " lines, which is the goal. Buckets of 8 slots were tried and not kept: Java can't"
          + " align an array to cache lines, so a bucket lies in two; lookups of absent values won"
          + " 18 % with G1 and lost 5 % with the parallel collector, finds lost 7 and 19 %.";

  private SizeCurve() {}

  /**
   * Measures one part.
   *
   * @param pairs whether only the first competitor is measured
   * @param onlyEntries the only size of the curve to measure; 0 for all
   */
  static void measure(String part, SampleFile samples, int rounds, boolean pairs, long onlyEntries)
      throws IOException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      switch (part) {
        case "fingerprint-set-size" -> measureSize(samples, pairs);
        case "fingerprint-set-curve" -> {
          for (long size : onlyEntries == 0 ? SIZES : List.of(onlyEntries)) {
            for (String set : List.of(OURS, EXPECTING, MISS, LINES, OVERLAPPED)) {
              probe(samples, HEAP, set, size);
            }
          }
        }
        default -> {
          List<String> options = new ArrayList<>(HEAP);
          options.add(HUGE_PAGES);
          for (String set : List.of(OURS, MISS, LINES)) {
            probe(samples, options, set, SMALLEST);
            probe(samples, options, set, LARGEST);
          }
        }
      }
    }
  }

  private static void measureSize(SampleFile samples, boolean pairs)
      throws IOException, InterruptedException {
    probe(samples, HEAP, OURS, COMPARED);
    for (String rival : pairs ? RIVALS.subList(0, 1) : RIVALS) {
      probe(samples, HEAP, rival, COMPARED);
    }
    probe(samples, HEAP, EXPECTING, LARGEST);
    samples.add(FITS, fitsInOneGibibyte() ? 1 : 0);
    samples.write();
  }

  /** Whether a JVM with a heap of 1 GiB, nearly all of it for old objects, takes 100 million. */
  private static boolean fitsInOneGibibyte() throws IOException, InterruptedException {
    List<String> heap = List.of("-Xmx1g", "-Xms1g", "-Xmn4m", "-XX:+UseSerialGC");
    boolean fits = child(heap, EXPECTING, LARGEST).contains(RESULT);
    System.out.println("100 million in a heap of 1 GiB: " + fits);
    return fits;
  }

  private static String child(List<String> options, String set, long size)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SizeProbe.class.getName(), set, Long.toString(size)));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    child.waitFor();
    return text;
  }

  private static void probe(SampleFile samples, List<String> options, String set, long size)
      throws IOException, InterruptedException {
    String text = child(options, set, size);
    int at = text.indexOf(RESULT);
    if (at < 0) {
      throw new IOException("probe of " + set + " with " + size + " entries failed:\n" + text);
    }
    String[] numbers = text.substring(at + RESULT.length()).strip().split(" ");
    String suffix = set + "-" + size;
    samples.add("bytes-" + suffix, Double.parseDouble(numbers[0]));
    samples.add("fill-" + suffix, Double.parseDouble(numbers[1]));
    samples.add("again-" + suffix, Double.parseDouble(numbers[2]));
    samples.write(); // so that a run that is broken off keeps what it has
    System.out.println(suffix + ": " + String.join(" ", numbers));
  }

  static void report(String part, SampleFile samples, ResultFile result) {
    switch (part) {
      case "fingerprint-set-size" -> reportSize(samples, result);
      case "fingerprint-set-curve" -> {
        for (long size : SIZES) {
          add(samples, result, OURS, "fill", "fingerprint-set-add-cost", size);
          add(samples, result, EXPECTING, "fill", "fingerprint-set-presized-add-cost", size);
          add(samples, result, OURS, "again", "fingerprint-set-find-cost", size);
        }
        String growth = "-growth-1m-to-100m";
        String add = "fingerprint-set-add-cost" + growth;
        addGrowth(samples, result, OURS, "fill", add, MOVES);
        String presized = "fingerprint-set-presized-add-cost" + growth;
        addGrowth(samples, result, EXPECTING, "fill", presized, GOAL);
        String find = "fingerprint-set-find-cost" + growth;
        addGrowth(samples, result, OURS, "again", find, GOAL);
      }
      default -> {
        String suffix = "-cost-growth-1m-to-100m-huge-pages";
        String with = "with " + HUGE_PAGES;
        addGrowth(samples, result, OURS, "fill", "fingerprint-set-add" + suffix, with);
        addGrowth(samples, result, OURS, "again", "fingerprint-set-find" + suffix, with);
      }
    }
  }

  private static void reportSize(SampleFile samples, ResultFile result) {
    String rival = RIVALS.get(0);
    result.add(
        "fingerprint-set-memory-ratio",
        "ratio",
        Spread.of(
            Pairs.ratios(
                samples.of("bytes-" + OURS + "-" + COMPARED),
                samples.of("bytes-" + rival + "-" + COMPARED))),
        Map.of(ConcurrentBenchmark.name(rival), Spread.of(List.of(1.0))),
        "heap per entry at 10 million entries after full collections; to reach: at most 1/3");
    for (String kind : List.of("bytes", "fill", "again")) {
      Map<String, Spread> others = new LinkedHashMap<>();
      for (String other : RIVALS) {
        put(others, samples, kind, other, COMPARED);
      }
      result.add(
          switch (kind) {
            case "bytes" -> "fingerprint-set-bytes-per-entry-10m";
            case "fill" -> "fingerprint-set-add-cost-10m-beside-others";
            default -> "fingerprint-set-find-cost-10m-beside-others";
          },
          kind.equals("bytes") ? "B" : "ns",
          Spread.of(samples.of(kind + "-" + OURS + "-" + COMPARED)),
          others,
          kind.equals("bytes") ? "the same" : note(OURS, kind));
    }
    result.add(
        "fingerprint-set-bytes-per-entry-100m-presized",
        "B",
        Spread.of(samples.of("bytes-" + EXPECTING + "-" + LARGEST)),
        Map.of("1 GiB for 100 million entries", Spread.of(List.of((1 << 30) / 1e8))),
        "LongFingerprintSet.expecting(100 million), full; to reach: at most 10.737");
    result.add(
        "fingerprint-set-100m-in-1-gib-heap",
        "JVM",
        Spread.of(samples.of(FITS)),
        Map.of(),
        "1 if a JVM with -Xmx1g -Xmn4m -XX:+UseSerialGC adds 100 million to"
            + " LongFingerprintSet.expecting(100 million); to reach: at least 1");
  }

  /** How much more an operation costs in the largest set than in the smallest. */
  private static void addGrowth(
      SampleFile samples,
      ResultFile result,
      String set,
      String kind,
      String figure,
      String remark) {
    List<Double> own = growth(samples, kind, set);
    Map<String, Spread> others = new LinkedHashMap<>();
    for (String array : List.of(MISS, LINES, OVERLAPPED)) {
      List<Double> misses = growth(samples, kind, array);
      if (!misses.isEmpty()) {
        others.put(ConcurrentBenchmark.name(array), Spread.of(misses));
      }
    }
    Spread explained = others.get(ConcurrentBenchmark.name(LINES));
    if (own.isEmpty() || explained == null) {
      return; // broken off
    }
    result.add(
        figure,
        "ns",
        Spread.of(own),
        others,
        note(set, kind)
            + "; cost at 100 million entries less that at 1 million; "
            + remark.formatted(explained.median()));
  }

  private static List<Double> growth(SampleFile samples, String kind, String set) {
    List<Double> small = samples.of(kind + "-" + set + "-" + SMALLEST);
    List<Double> large = samples.of(kind + "-" + set + "-" + LARGEST);
    return Pairs.differences(large, small);
  }

  private static void add(
      SampleFile samples, ResultFile result, String set, String kind, String figure, long size) {
    List<Double> own = samples.of(kind + "-" + set + "-" + size);
    if (own.isEmpty()) {
      return; // broken off
    }
    Map<String, Spread> others = new LinkedHashMap<>();
    put(others, samples, kind, MISS, size);
    put(others, samples, kind, LINES, size);
    put(others, samples, kind, OVERLAPPED, size);
    String name = figure + "-" + size / 1_000_000 + "m";
    result.add(name, "ns", Spread.of(own), others, note(set, kind));
  }

  private static void put(
      Map<String, Spread> others, SampleFile samples, String kind, String set, long size) {
    List<Double> values = samples.of(kind + "-" + set + "-" + size);
    if (!values.isEmpty()) {
      others.put(ConcurrentBenchmark.name(set), Spread.of(values));
    }
  }

  private static String note(String set, String kind) {
    if (!kind.equals("fill")) {
      return "one add of a fingerprint that is there, one thread";
    }
    return set.equals(EXPECTING)
        ? "one add of a new fingerprint to a set made for that many, one thread"
        : "one add of a new fingerprint, growth included, one thread";
  }
}
